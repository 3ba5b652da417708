import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { makeZip } from "client-zip";
import { createTar } from "nanotar";
import { generatedBody, type GeneratedModule, PreparedBody } from "@/lib/http/response/prepared-body";
import { env } from "@/lib/infra/environment/env";
import { memoizeFor } from "@/lib/infra/memoize-for";

const SHARED = { "Cache-Control": "public, max-age=300", "Access-Control-Allow-Origin": "*" };

/** Returns the handler of a generated text: the same for everyone, readable by scripts of any origin. */
export function published(
  contentType: string,
  load: () => Promise<GeneratedModule>,
): (request: Request) => Promise<Response> {
  const body = generatedBody(`${contentType}; charset=utf-8`, load);
  return async (request) => (await body()).respond(request, SHARED);
}

/** The highest quality would take seconds for what is compressed while the server runs. */
const BROTLI_QUALITY = 5;

/** Returns the handler of a text that changes, and is written at most once in so many seconds. */
export function publishedFor(
  seconds: number,
  contentType: string,
  write: () => Promise<string>,
): (request: Request) => Promise<Response> {
  const body = memoizeFor(seconds * 1000, async () => PreparedBody.from(contentType, await write(), BROTLI_QUALITY));
  return async (request) => (await body()).respond(request, { "Cache-Control": `public, max-age=${seconds}` });
}

/** Returns the handler of a package, which is packed from its files at the first request. */
export function publishedPackage(
  contentType: string,
  load: () => Promise<GeneratedModule>,
  pack: (files: Record<string, string>) => Promise<Uint8Array<ArrayBuffer>>,
): (request: Request) => Promise<Response> {
  let body: Promise<PreparedBody> | undefined;
  const prepare = async () => {
    const files = JSON.parse((await load()).default(env().siteUrl)) as Record<string, string>;
    return PreparedBody.file(contentType, await pack(files));
  };
  return async (request) => (await (body ??= prepare())).respond(request, SHARED);
}

/** Returns the handler of generated pages, by the name in their path. */
export function publishedPages(
  contentType: string,
  load: () => Promise<GeneratedModule>,
): (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response> {
  const bodies = new Map<string, Promise<PreparedBody>>();
  let pages: Promise<Record<string, string>> | undefined;
  return async (request, { params }) => {
    pages ??= load().then((module) => JSON.parse(module.default(env().siteUrl)) as Record<string, string>);
    const { name = "" } = await params;
    const text = Object.hasOwn(await pages, name) ? (await pages)[name] : undefined;
    if (text === undefined) return new Response("There is no such page.\n", { status: 404 });
    const body = bodies.get(name) ?? PreparedBody.from(`${contentType}; charset=utf-8`, text);
    bodies.set(name, body);
    return (await body).respond(request, SHARED);
  };
}

/** Fixed values for everything that would differ between machines or over time. */
const ATTRIBUTES = { mode: "644", uid: 0, gid: 0, mtime: 0 };

/** Returns an npm package as a tarball, with the same bytes for the same files. npm makes its programs executable. */
export async function tarballOf(files: Record<string, string>): Promise<Uint8Array<ArrayBuffer>> {
  const entries = Object.entries(files).map(([name, data]) => ({ name: `package/${name}`, data }));
  return new Uint8Array(await promisify(gzip)(createTar(entries, { attrs: ATTRIBUTES }), { level: 9 }));
}

/** The earliest that an archive can hold. */
const ARCHIVED_AT = new Date(1980, 0, 1);

/** Returns a ZIP archive, with the same bytes for the same files. */
export async function zipOf(files: Record<string, string>): Promise<Uint8Array<ArrayBuffer>> {
  const entries = Object.entries(files).map(([name, input]) => ({ name, input, lastModified: ARCHIVED_AT }));
  return new Uint8Array(await new Response(makeZip(entries)).arrayBuffer());
}
