const EXPOSED = [
  "X-Request-Id",
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Reset",
  "RateLimit",
  "RateLimit-Policy",
  "Retry-After",
  "Idempotency-Replayed",
  "ETag",
  "Deprecation",
  "Sunset",
];

/** The public API may be called from any page: it takes keys, never cookies. */
export const corsHeaders: Record<string, string> = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": EXPOSED.join(", "),
};

/** Seconds that a browser may remember a preflight. */
const PREFLIGHT_MAX_AGE = 86_400;

export function preflight(methods: string[], headers: Record<string, string>): Response {
  return new Response(null, {
    status: 204,
    headers: {
      ...headers,
      Allow: methods.join(", "),
      "Access-Control-Allow-Methods": methods.join(", "),
      "Access-Control-Allow-Headers": "Authorization, X-API-Key, Content-Type, Idempotency-Key, If-None-Match",
      "Access-Control-Max-Age": String(PREFLIGHT_MAX_AGE),
    },
  });
}
