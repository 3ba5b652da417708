/**
 * What Next's own parts, and the platforms that it runs on, tell each other in headers. From outside they are made up, and
 * some make Next answer something else than the page: `x-middleware-prefetch` an empty object, `next-resume` a part of it.
 * What Next's client sends (`rsc`, `next-router-*`, `next-url`) stays. `content-security-policy` is how the middleware
 * hands a page its nonce; no page here has actions.
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
];

/** Removes them from a request, before anything reads it. */
export function removeInternalHeaders({ headers }) {
  for (const name of Object.keys(headers)) {
    if (PREFIXES.some((prefix) => name.startsWith(prefix))) delete headers[name];
  }
}
