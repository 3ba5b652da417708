import type { oas31 } from "zod-openapi";

const text = (description: string, example: string): oas31.HeaderObject => ({
  description,
  schema: { type: "string" },
  example,
});
const whole = (description: string, example: number): oas31.HeaderObject => ({
  description,
  schema: { type: "integer", minimum: 0 },
  example,
});

export const HEADERS = {
  "X-Request-Id": text(
    "Identifies this request. Errors repeat it as `request_id`; include it when you contact support.",
    "req_8sKd02mXq1ZpVtB7cYwR4uLn",
  ),
  "X-RateLimit-Limit": whole("Requests allowed per 60-second window.", 120),
  "X-RateLimit-Remaining": whole("Requests left in this window.", 117),
  "X-RateLimit-Reset": whole("When the window has room again, in Unix seconds.", 1_795_254_360),
  "RateLimit-Policy": text(
    "The quotas as in the IETF draft: `q` requests in `w` seconds. After `default`, those of single operations, and of the account’s writes.",
    '"default";q=120;w=60',
  ),
  RateLimit: text(
    "What is left of the quotas: `r` requests, and `t` seconds until the window has room again. A write names each budget that it spent.",
    '"default";r=117;t=42',
  ),
  ETag: text(
    "Changes when the response changes. Send it back in `If-None-Match` to get a 304 without a body; that of a post in `If-Match`, to edit what you have read.",
    '"pV3nCq0l0m1Xh2v5yqS9m2kXo4E"',
  ),
  "Idempotency-Replayed": text("`true` when the response is the one stored for this `Idempotency-Key`.", "true"),
  "Retry-After": whole("Seconds to wait before retrying.", 12),
  Deprecation: text("Since when the operation is deprecated, in Unix seconds after an @.", "@1796083200"),
  Sunset: text("From when on it may be gone.", "Wed, 01 Dec 2027 00:00:00 GMT"),
  "WWW-Authenticate": text("How to authenticate.", 'Bearer realm="Pegboard API"'),
} satisfies Record<string, oas31.HeaderObject>;

export type HeaderName = keyof typeof HEADERS;

export const EVERYWHERE = [
  "X-Request-Id",
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Reset",
  "RateLimit-Policy",
  "RateLimit",
] as const;

export function headersNamed(...names: readonly HeaderName[]): oas31.HeadersObject {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
