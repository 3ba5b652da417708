import fs from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import sirv from "sirv";
import { notFound } from "@/lib/domain/errors";
import { SITE_HEADERS } from "@/lib/http/response/site-headers";
import { rejectAtEntry } from "./entry-rejection";
import { acceptedEncodings } from "./response-compression";

type Respond = (request: IncomingMessage, response: ServerResponse) => unknown;

const PREFIX = "/_next/static";
const ONE_YEAR_SECONDS = 31_536_000;

export function isStaticAsset(path: string): boolean {
  return path.startsWith(`${PREFIX}/`);
}

/** Sends the files of a public folder, with the same headers as Next. */
export function publicFiles(folder: string): Respond {
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
 * Sends the static files of a build, precompressed (scripts/static-files.ts). A missing file gets a constant 404:
 * asking Next would take a thousand times as long, and these requests pass no admission.
 */
export function staticAssets(folder: string): Respond {
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

/** Lists a folder of public files and returns a predicate that tells whether a request's URL names one of them. */
export function publicFilesIn(folder: string): (url: string) => boolean {
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
