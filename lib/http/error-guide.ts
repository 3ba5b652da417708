import type { ErrorCode } from "./errors";

/** The codes that the public API answers; the others are said to browsers alone. */
export type ApiErrorCode = Exclude<ErrorCode, "signed_out" | "insufficient_coins">;

export interface ErrorGuide {
  /** When it is answered. */
  when: string;
  remedy: string;
  /** A message as it reads, and the field that it is about. */
  message: string;
  param?: string;
}

/** What a developer should know of each code: for the OpenAPI document and the page that every error's `doc_url` leads to. */
export const ERROR_GUIDE: Record<ApiErrorCode, ErrorGuide> = {
  invalid_request: {
    when: "A field, a query parameter or the body itself is not as described. `errors` lists every bad field, `param` names the first.",
    remedy:
      "Mend the fields that `errors` names and send the request again. Unknown body fields are refused, so look for typing errors.",
    message: "limit must be a whole number from 1 to 50",
    param: "limit",
  },
  invalid_cursor: {
    when: "`cursor` is not one that this list gave, or it was given under other filters.",
    remedy: "Send a `nextCursor` back exactly as it came, with the same filters; or leave `cursor` out to begin again.",
    message: "cursor is not one that this list gave. Send a nextCursor back verbatim, or leave it out to begin.",
    param: "cursor",
  },
  invalid_media: {
    when: "An entry of `media_ids` is unknown, expired, somebody else's, or already attached to a post.",
    remedy: "Upload the image again with POST /api/v1/images and use the new id within 24 hours, once.",
    message: "media_ids[0] is not one of your unattached images",
    param: "media_ids[0]",
  },
  unknown_game: {
    when: "There is no leaderboard of that name.",
    remedy: "Use one of the games that the message lists.",
    message: "There is no such game. The games are: plinko, plinko-streak, plinko-high-roller.",
    param: "game",
  },
  missing_key: {
    when: "The request carries no API key.",
    remedy: "Send `Authorization: Bearer YOUR_KEY` or `X-API-Key: YOUR_KEY`.",
    message: "This needs an API key. Send it as: Authorization: Bearer YOUR_KEY",
  },
  invalid_key: {
    when: "The key is not one of ours: mistyped, cut short, or made up.",
    remedy: "Copy the key whole. It begins with `pb_live_` and has 44 characters.",
    message: "This API key is not one of ours. Check that it was copied whole.",
  },
  key_expired: {
    when: "The key has reached its expiry date, or its secret was rotated and the grace is over.",
    remedy: "Use the key's newest secret, or make a new key in Settings → Developer.",
    message: "This key has expired. Make a new one in Settings → Developer.",
  },
  key_revoked: {
    when: "The key's owner revoked it.",
    remedy: "Make a new key in Settings → Developer.",
    message: "This key was revoked. Make a new one in Settings → Developer.",
  },
  insufficient_scope: {
    when: "The key is good, and it does not carry the scope that the operation needs. The message names the scope.",
    remedy: "Make a key with that scope. The scopes of a key do not change after it is made.",
    message: "This key lacks the scope write:posts. Make a key that has it in Settings → Developer.",
  },
  forbidden: {
    when: "The account may not do this.",
    remedy: "The message says what is missing.",
    message: "This account may not do that.",
  },
  account_suspended: {
    when: "The account that the key belongs to is suspended.",
    remedy: "Write to us if you think that is wrong.",
    message: "This account is suspended. Write to us if you think that is wrong.",
  },
  not_found: {
    when: "Nothing at this address exists that you can see. What is private answers exactly as what never was.",
    remedy: "Check the id, handle or slug, and that the path begins with /api/v1.",
    message: "There is nothing at this address that you can see.",
  },
  method_not_allowed: {
    when: "The path exists and does not answer this method.",
    remedy: "Use one of the methods in the `Allow` header.",
    message: "This path answers GET, HEAD, OPTIONS.",
  },
  conflict: {
    when: "The request is right in itself and does not fit what is there now, for instance one thing more than an account may have.",
    remedy: "The message says what is in the way.",
    message: "An account has at most 10 webhook endpoints. Delete one that you no longer need.",
  },
  idempotency_in_progress: {
    when: "A request with the same `Idempotency-Key` is still running.",
    remedy: "Wait for the seconds in `Retry-After`, then send the same request again: it gets the first one's answer.",
    message: "A request with this Idempotency-Key is still running. Try again in a moment.",
  },
  payload_too_large: {
    when: "The body is over 256 KiB, or the image over 5 MB.",
    remedy: "Send less. Nothing of the request was kept.",
    message: "The body is larger than 256 KiB.",
  },
  unsupported_media_type: {
    when: "The body is not of a kind that the operation takes: JSON, or an image in a form.",
    remedy: "Send `Content-Type: application/json`; for images a form with a png, jpg, webp or gif.",
    message: "Send the body as JSON, with the header Content-Type: application/json.",
  },
  idempotency_conflict: {
    when: "The `Idempotency-Key` was used within 24 hours for the same operation with another body.",
    remedy: "Use a new key for a new request. A retry must send the very same body.",
    message: "This Idempotency-Key was used with another body. Use a new key for a new request.",
  },
  rate_limited: {
    when: "The key, or all keys of its account together, spent the requests of this minute; or the account wrote too much in a short time; or too many wrong keys came from this address.",
    remedy: "Wait for the seconds in `Retry-After`. The `RateLimit` headers of every answer tell how much is left.",
    message: "Too many requests. Wait 12 s and try again.",
  },
  internal_error: {
    when: "Something broke on our side. Nothing was changed.",
    remedy: "Try again, with the same `Idempotency-Key` for a write. If it stays, send us the `request_id`.",
    message:
      "Something went wrong on our side. Nothing was changed; try again, and tell us the request_id if it stays.",
  },
  unavailable: {
    when: "The service cannot reach its database just now. Nothing was changed.",
    remedy: "Try again after the seconds in `Retry-After`.",
    message: "The service cannot reach its database just now. Nothing was changed; try again shortly.",
  },
};
