import type { IncomingMessage, ServerResponse } from "node:http";
import fs from "node:fs";
import path from "node:path";
import onHeaders from "on-headers";
import vary from "vary";
import sirv from "sirv";
import { restoreEncoding } from "@/lib/http/response/content-encoding";
import { MISSING_PAGE } from "@/lib/http/response/missing-page";
import { notFound } from "@/lib/domain/kernel/errors";
import { SITE_HEADERS } from "@/lib/http/response/site-headers";
import { compressResponse, acceptedEncodings } from "./response-compression";
import { letCachesKeepPage, type Respond } from "./visitors-pages";
import { rejectAtEntry } from "@/lib/server/entry/rejection";
import type { EntryRequest } from "@/lib/server/entry/request-body";

/** Tells the middleware that the path is readable, so that it need not run (and buffer the body) for the API. */
const READ_AT_ENTRY = "x-pegboard-entry";
/** Headers at which Next and sirv fail (ranges outside the file, preconditions). Without them, the file is sent. */
const FILE_CONDITIONS = ["range", "if-match", "if-unmodified-since"];

const PUBLIC = "public";

/** Answers requests for files of a build and pages, and for the parts of the API that Next serves. */
export function pageExchange(build: string, page: Respond) {
  const isPublicFile = publicFilesIn(PUBLIC);
  const [publicFile, staticAsset] = [publicFiles(PUBLIC), staticAssets(path.join(build, "static"))];
  return (request: EntryRequest, response: ServerResponse, requestPath: string): unknown => {
    removeInternalHeaders(request);
    request.headers[READ_AT_ENTRY] = "1";
    compressResponse(request, response, () => undefined);
    onHeaders(response, () => restoreEncoding(response));
    onHeaders(response, () => response.statusCode === 304 && vary(response, "Accept-Encoding"));
    const isAsset = requestPath.startsWith(`${PREFIX}/`);
    if (isAsset || isPublicFile(request.url ?? "")) {
      for (const name of FILE_CONDITIONS) delete request.headers[name];
      return isAsset ? staticAsset(request, response) : publicFile(request, response);
    }
    if (!requestPath.startsWith("/api/")) letCachesKeepPage(request, response);
    return page(request, response);
  };
}

/**
 * Headers that Next's own parts, and the platforms it runs on, use among themselves. From outside they are forged, and
 * some change the response: `x-middleware-prefetch` yields an empty object, `next-resume` a part of the page. Headers
 * of Next's client (`rsc`, `next-router-*`, `next-url`) are kept. `content-security-policy` is listed because the
 * middleware uses it to pass a page its nonce, and `next-action` because no page here has actions.
 */
const PREFIXES = [
  "x-middleware-",
  "x-nextjs-",
  "x-next-",
  "x-invoke-",
  "x-invocation-",
  "x-matched-path",
  "x-now-",
  "x-vercel-",
  "x-prerender-",
  "x-action-",
  "next-resume",
  "next-action",
  "next-hmr-",
  "content-security-policy",
  MISSING_PAGE,
];

export function removeInternalHeaders({ headers }: Pick<IncomingMessage, "headers">): void {
  for (const name of Object.keys(headers)) {
    if (PREFIXES.some((prefix) => name.startsWith(prefix))) delete headers[name];
  }
}

const PREFIX = "/_next/static";
const ONE_YEAR_SECONDS = 31_536_000;

/** Sends the files of a public folder, with the same headers as Next. */
function publicFiles(folder: string): Respond {
  const sendFile = sirv(folder, {
    etag: true,
    maxAge: 0,
    extensions: [],
    setHeaders: (response) => {
      for (const [name, value] of Object.entries(SITE_HEADERS)) response.setHeader(name, value);
    },
  });
  return (request, response) => sendFile(request, response, () => rejectAtEntry(request, response, notFound()));
}

/**
 * Sends the static files of a build, precompressed (scripts/tools/static-files.ts). A missing file gets a constant 404:
 * asking Next would take a thousand times as long, and these requests pass no admission.
 */
function staticAssets(folder: string): Respond {
  const sendFile = sirv(folder, {
    brotli: true,
    immutable: true,
    maxAge: ONE_YEAR_SECONDS,
    setHeaders: (response) => response.setHeader("X-Content-Type-Options", "nosniff"),
  });
  return (request, response) => {
    const { url = "" } = request;
    request.url = url.slice(PREFIX.length);
    // sirv only looks for the encoding's name and ignores its weight.
    request.headers["accept-encoding"] = acceptedEncodings(request);
    sendFile(request, response, () => {
      request.url = url;
      rejectAtEntry(request, response, notFound());
    });
  };
}

function publicFilesIn(folder: string): (url: string) => boolean {
  const paths = new Set(
    fs
      .readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => urlPath(path.relative(folder, path.join(parentPath, name)))),
  );
  return (url) => paths.has(decode(url.split("?", 1)[0] ?? ""));
}

function urlPath(file: string): string {
  return `/${file.split(path.sep).join("/")}`;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
