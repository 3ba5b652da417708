import type { IncomingMessage } from "node:http";
import { MISSING_PAGE } from "@/lib/http/response/missing-page";

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
