/** What can be wrong with what somebody asked. `lib/http/errors.ts` gives each its status. */
export type RefusalCode =
  | "invalid_request"
  | "invalid_cursor"
  | "invalid_media"
  | "unknown_game"
  | "insufficient_coins"
  | "signed_out"
  | "missing_key"
  | "invalid_key"
  | "key_expired"
  | "key_revoked"
  | "insufficient_scope"
  | "forbidden"
  | "account_suspended"
  | "not_found"
  | "method_not_allowed"
  | "conflict"
  | "idempotency_in_progress"
  | "payload_too_large"
  | "unsupported_media_type"
  | "idempotency_conflict"
  | "rate_limited"
  | "unavailable";

/** One bad field: `param` is its path, such as `media_ids[2]`. */
export interface Issue {
  param: string;
  message: string;
}

export interface RefusalDetails {
  issues?: Issue[];
  /** Seconds. */
  retryAfter?: number;
}

/** An answer of "no" that the person asking can do something about. It rolls back the transaction it is thrown in. */
export class Refusal extends Error {
  override name = "Refusal";

  constructor(
    readonly code: RefusalCode,
    message: string,
    readonly details: RefusalDetails = {},
  ) {
    super(message);
  }
}

/** The one answer for what does not exist and for what the asker may not see. */
export function notFound(): Refusal {
  return new Refusal("not_found", "There is nothing at this address that you can see.");
}

export function invalid(issues: Issue[]): Refusal {
  const [first] = issues;
  const message = issues.length > 1 ? `${first?.message} (and ${issues.length - 1} more)` : first?.message;
  return new Refusal("invalid_request", message ?? "The request is not valid.", { issues });
}
