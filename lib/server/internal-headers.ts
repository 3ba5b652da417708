import type { IncomingMessage } from "node:http";
import { MISSING_PAGE } from "@/lib/http/response/missing-page";

/**
 * Headers through which Next's own parts, and the platforms that it runs on, talk to each other. From outside they are
 * forged, and some change what Next answers: `x-middleware-prefetch` gets an empty object, `next-resume` a part of the
 * page. What Next's client sends (`rsc`, `next-router-*`, `next-url`) is kept. `content-security-policy` is how the
 * middleware passes a page its nonce. `next-action` is listed because no page here has actions.
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
