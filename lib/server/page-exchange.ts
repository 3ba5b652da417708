import type { IncomingMessage, ServerResponse } from "node:http";
import onHeaders from "on-headers";
import vary from "vary";
import { restoreEncoding } from "@/lib/http/response/content-encoding";
import { MISSING_PAGE } from "@/lib/http/response/missing-page";
import { compressResponse } from "./response-compression";
import { isStaticAsset } from "./static-assets";
import { letCachesKeepPage } from "./visitors-pages";

type Respond = (request: IncomingMessage, response: ServerResponse) => unknown;

interface PageExchangeOptions {
  isPublicFile(url: string): boolean;
  publicFile: Respond;
  staticAsset: Respond;
  page: Respond;
}

/** Tells the middleware that the path is readable, so that it need not run (and buffer the body) for the API. */
const READ_AT_ENTRY = "x-pegboard-entry";
/**
 * Headers at which Next and sirv fail: ranges outside the file and failed preconditions. Without them they send the
 * whole file.
 */
const FILE_CONDITIONS = ["range", "if-match", "if-unmodified-since"];

/** Answers requests for files and pages, and for the parts of the API that Next serves. */
export class PageExchange {
  constructor(private readonly options: PageExchangeOptions) {}

  answer(request: IncomingMessage, response: ServerResponse, path: string): unknown {
    removeInternalHeaders(request);
    request.headers[READ_AT_ENTRY] = "1";
    compressResponse(request, response, () => undefined);
    onHeaders(response, () => restoreEncoding(response));
    onHeaders(response, () => response.statusCode === 304 && vary(response, "Accept-Encoding"));
    const isAsset = isStaticAsset(path);
    if (isAsset || this.options.isPublicFile(request.url ?? "")) {
      for (const name of FILE_CONDITIONS) delete request.headers[name];
      return isAsset ? this.options.staticAsset(request, response) : this.options.publicFile(request, response);
    }
    if (!path.startsWith("/api/")) letCachesKeepPage(request, response);
    return this.options.page(request, response);
  }
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

/** Removes Next's internal headers from a request, before anything reads them. */
export function removeInternalHeaders({ headers }: Pick<IncomingMessage, "headers">): void {
  for (const name of Object.keys(headers)) {
    if (PREFIXES.some((prefix) => name.startsWith(prefix))) delete headers[name];
  }
}
