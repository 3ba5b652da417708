import onHeaders from "on-headers";
import vary from "vary";

const SESSION = /(^|;\s*)(__Secure-)?next-auth\.session-token=/;

/**
 * The feed as a visitor sees it is the same for all, so that a cache between may keep it a little; a session's cookie
 * tells members apart. The nonce in it is as old as the page: nothing that came later can have known it. Said as the
 * headers leave, since Next writes Vary anew on every page, and a cache that was not told would show it to members.
 */
export function letCachesKeepFeed(request, response) {
  const [path] = request.url.split("?", 1);
  if (path !== "/" || (request.method !== "GET" && request.method !== "HEAD")) return;
  onHeaders(response, () => {
    vary(response, "Cookie");
    if (
      isWholePage(request, response) &&
      !response.hasHeader("Set-Cookie") &&
      !SESSION.test(request.headers.cookie ?? "")
    )
      response.setHeader("Cache-Control", "public, max-age=0, s-maxage=30");
  });
}

/** A cache that does not heed Vary must not show a part of a page, as Next's client asks for it, to the next visitor. */
function isWholePage({ headers }, response) {
  const asksForPart = Object.keys(headers).some((name) => name === "rsc" || name.startsWith("next-"));
  return (
    response.statusCode === 200 && !asksForPart && String(response.getHeader("Content-Type")).startsWith("text/html")
  );
}
