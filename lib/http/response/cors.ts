import { PlainResponse } from "./plain-response";

const EXPOSED = [
  "X-Request-Id",
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Reset",
  "RateLimit",
  "RateLimit-Policy",
  "Retry-After",
  "WWW-Authenticate",
  "Idempotency-Replayed",
  "ETag",
  "Deprecation",
  "Sunset",
];

/** The public API allows every origin: it takes keys, never cookies. */
export const corsHeaders: Record<string, string> = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": EXPOSED.join(", "),
};

/** How long a browser may cache a preflight response, in seconds. */
const PREFLIGHT_MAX_AGE = 86_400;

export function preflight(methods: string[], headers: Record<string, string>): Response {
  return new PlainResponse(null, {
    status: 204,
    headers: {
      ...headers,
      Allow: methods.join(", "),
      "Access-Control-Allow-Methods": methods.join(", "),
      "Access-Control-Allow-Headers":
        "Authorization, X-API-Key, Content-Type, Idempotency-Key, If-Match, If-None-Match, MCP-Protocol-Version",
      "Access-Control-Max-Age": String(PREFLIGHT_MAX_AGE),
    },
  });
}
