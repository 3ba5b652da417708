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

/** Every header that the public API answers with. */
export const HEADERS = {
  "X-Request-Id": text(
    "Names this request. Errors repeat it as `request_id`; quote it when you ask for help.",
    "req_8sKd02mXq1ZpVtB7cYwR4uLn",
  ),
  "X-RateLimit-Limit": whole("Requests in a window of 60 seconds.", 120),
  "X-RateLimit-Remaining": whole("Requests left in this window.", 117),
  "X-RateLimit-Reset": whole("When there is room again, in Unix seconds.", 1_795_254_360),
  "RateLimit-Policy": text(
    "The quotas in the form of the IETF draft: `q` requests in `w` seconds.",
    '"default";q=120;w=60',
  ),
  RateLimit: text("What is left of them: `r` requests, `t` seconds until there is room again.", '"default";r=117;t=42'),
  ETag: text(
    "Changes when the answer changes. Send it back in `If-None-Match` for a 304 without a body.",
    '"pV3nCq0l0m1Xh2v5yqS9m2kXo4E"',
  ),
  "Idempotency-Replayed": text("`true` where the answer is the one stored for this `Idempotency-Key`.", "true"),
  "Retry-After": whole("Seconds to wait before the next try.", 12),
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
