import type { IncomingMessage, ServerResponse } from "node:http";
import onHeaders from "on-headers";
import vary from "vary";

const SESSION_COOKIE = /(^|;\s*)(__Secure-)?next-auth\.session-token=/;
const SHARED_CACHE_SECONDS = 30;

/**
 * Lets shared caches keep the feed as visitors see it, which is the same for all of them; members are told apart by
 * their session cookie. The nonce in it is as old as the page: nothing that came later can have known it. The headers
 * are set as they are sent, because Next writes Vary anew on every page, and a cache without it would show the page to
 * members.
 */
export function letCachesKeepFeed(request: IncomingMessage, response: ServerResponse): void {
  const [path] = (request.url ?? "").split("?", 1);
  if (path !== "/" || (request.method !== "GET" && request.method !== "HEAD")) return;
  onHeaders(response, () => {
    vary(response, "Cookie");
    const isMember = SESSION_COOKIE.test(request.headers.cookie ?? "");
    if (isWholePage(request, response) && !response.hasHeader("Set-Cookie") && !isMember)
      response.setHeader("Cache-Control", `public, max-age=0, s-maxage=${SHARED_CACHE_SECONDS}`);
  });
}

/** A cache that ignores Vary must not show the part of a page that Next's client asks for to the next visitor. */
function isWholePage({ headers }: IncomingMessage, response: ServerResponse): boolean {
  const asksForPart = Object.keys(headers).some((name) => name === "rsc" || name.startsWith("next-"));
  const isHtml = String(response.getHeader("Content-Type")).startsWith("text/html");
  return response.statusCode === 200 && !asksForPart && isHtml;
}
