import type { ErrorCode } from "./errors";

/** The error codes of the public API. The other codes occur in session routes only. */
export type ApiErrorCode = Exclude<
  ErrorCode,
  "signed_out" | "account_changed" | "insufficient_coins" | "proof_required"
>;

interface ErrorGuide {
  when: string;
  remedy: string;
}

/** Explains codes in the document and on `doc_url` pages. Examples are recorded (lib/openapi/recorded-errors.json). */
export const ERROR_GUIDE: Record<ApiErrorCode, ErrorGuide> = {
  invalid_request: {
    when: "A field, a query parameter or the body is invalid. `errors` lists every invalid field; `param` names the first.",
    remedy:
      "Fix the fields listed in `errors` and send the request again. Unknown body fields are rejected, so check for typos.",
  },
  invalid_cursor: {
    when: "`cursor` did not come from this list, or came from it with different filters.",
    remedy: "Send `nextCursor` back exactly as received, with the same filters, or omit `cursor` to start over.",
  },
  invalid_media: {
    when: "An entry of `media_ids` is unknown, expired, someone else's, or already attached to a post.",
    remedy: "Upload the image again with POST /api/v1/images, and use the new id once, within 24 hours.",
  },
  unknown_game: {
    when: "There is no leaderboard for this game.",
    remedy: "Use one of the games listed in the message.",
  },
  missing_key: {
    when: "The request has no API key.",
    remedy: "Send `Authorization: Bearer YOUR_KEY` or `X-API-Key: YOUR_KEY`. Is your variable set?",
  },
  invalid_key: {
    when: "The API key does not exist: it may be mistyped or cut short.",
    remedy: "Copy the whole key: `pb_live_` and 36 more characters. A `pb_test_` key ends with its sandbox.",
  },
  key_expired: {
    when: "The key has expired, or its secret was rotated and the grace period is over.",
    remedy: "Use the key's latest secret, or create a new key in Settings → Developer.",
  },
  key_revoked: {
    when: "The key was revoked by its owner.",
    remedy: "Create a new key in Settings → Developer.",
  },
  network_not_allowed: {
    when: "The key is bound to networks, and the request came from elsewhere.",
    remedy: "Use the key from one of its networks, or create one for where you are.",
  },
  insufficient_scope: {
    when: "The key is valid but lacks the scope that the operation requires. The message names the scope.",
    remedy:
      "Create a key with that scope, for a sandbox by `POST /api/v1/sandbox/keys`. A key's scopes cannot be changed. An app sends its user to the authorization page again, with this scope as well.",
  },
  forbidden: {
    when: "The account is not allowed to do this.",
    remedy: "The message says what is missing.",
  },
  account_suspended: {
    when: "The account that owns the key is suspended.",
    remedy: "Contact us if you think this is a mistake.",
  },
  not_found: {
    when: "The resource does not exist, or you cannot see it. Private and missing resources are indistinguishable.",
    remedy: "Check the id, handle or slug, and that the path starts with /api/v1.",
  },
  method_not_allowed: {
    when: "The path exists, but does not support this method.",
    remedy: "Use one of the methods listed in the `Allow` header.",
  },
  conflict: {
    when: "The request is valid but conflicts with the current state, for example because a limit per account is reached.",
    remedy: "The message explains the conflict.",
  },
  idempotency_in_progress: {
    when: "A request with the same `Idempotency-Key` is still running.",
    remedy:
      "Wait for the number of seconds in `Retry-After`, then send the same request again to get the first one's response.",
  },
  precondition_failed: {
    when: "`If-Match` names another version than the current one: somebody changed the resource since you read it.",
    remedy: "Read it again, apply your change to what it says now, and send the new `ETag` in `If-Match`.",
  },
  payload_too_large: {
    when: "The body is larger than 256 KiB, or the image larger than 5 MB.",
    remedy: "Send a smaller body. Nothing was stored.",
  },
  unsupported_media_type: {
    when: "The operation does not accept this type of body. It takes JSON, or an image in a form.",
    remedy: "Send `Content-Type: application/json`, or for images a multipart form with a PNG, JPEG, WebP or GIF.",
  },
  idempotency_conflict: {
    when: "The `Idempotency-Key` was used in the last 24 hours for the same operation with a different body.",
    remedy: "Use a new key for a new request. A retry must send exactly the same body.",
  },
  rate_limited: {
    when: "The key, or all keys of its account together, used up its requests for this minute; or the account made too many writes in a short time; or too many invalid keys were sent from this IP address.",
    remedy:
      "Wait for the number of seconds in `Retry-After`. The `RateLimit` headers of every response show how much is left.",
  },
  internal_error: {
    when: "Something went wrong on our side. Nothing was changed.",
    remedy:
      "Try again; for writes, with the same `Idempotency-Key`. If the problem persists, send us the `request_id`.",
  },
  unavailable: {
    when: "The service cannot reach its database at the moment. Nothing was changed.",
    remedy: "Try again after the number of seconds in `Retry-After`.",
  },
  outcome_unknown: {
    when: "The service lost its database after it asked it to commit, and before the answer. The write may have been done, or not.",
    remedy:
      "Send the same request again with the same `Idempotency-Key`, after the number of seconds in `Retry-After`: the response is that of the first request if it was done. Without a key, check whether it was done before you repeat it.",
  },
};
