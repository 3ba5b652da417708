/** Why a request was rejected. `lib/http/response/errors.ts` maps each code to its status. */
export type DomainErrorCode =
  | "invalid_request"
  | "invalid_cursor"
  | "invalid_media"
  | "unknown_game"
  | "insufficient_coins"
  | "signed_out"
  | "account_changed"
  | "missing_key"
  | "invalid_key"
  | "key_expired"
  | "key_revoked"
  | "network_not_allowed"
  | "insufficient_scope"
  | "forbidden"
  | "account_suspended"
  | "proof_required"
  | "not_found"
  | "method_not_allowed"
  | "conflict"
  | "idempotency_in_progress"
  | "precondition_failed"
  | "payload_too_large"
  | "unsupported_media_type"
  | "idempotency_conflict"
  | "rate_limited"
  | "unavailable"
  | "outcome_unknown";

/** One bad field: `param` is its path, such as `media_ids[2]`. */
export interface Issue {
  param: string;
  message: string;
}

interface DomainErrorDetails {
  issues?: Issue[];
  retryAfterSeconds?: number;
}

/** Rejects an act for a reason that the caller can act on. Rolls back the transaction that it is thrown in. */
export class DomainError extends Error {
  override name = "DomainError";

  constructor(
    readonly code: DomainErrorCode,
    message: string,
    readonly details: DomainErrorDetails = {},
  ) {
    super(message);
  }

  /** Next bundles routes and instrumentation separately: the error may be of the other bundle's copy of this class. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === "DomainError";
  }
}

/** Returns the same error for what does not exist and for what the caller may not see. */
export function notFound(): DomainError {
  return new DomainError("not_found", "There is nothing at this address that you can see.");
}

export function invalid(issues: Issue[]): DomainError {
  const [first] = issues;
  const message = issues.length > 1 ? `${first?.message} (and ${issues.length - 1} more)` : first?.message;
  return new DomainError("invalid_request", message ?? "The request is not valid.", { issues });
}

/** Returns the error for an act that the present state does not allow. */
export const conflict = (message: string): DomainError => new DomainError("conflict", message);

/** Returns the error for an act that is not the caller's to do. */
export const forbidden = (message: string): DomainError => new DomainError("forbidden", message);

/** Returns the error for an act that would succeed at another time. */
export const unavailable = (message: string, retryAfterSeconds: number): DomainError =>
  new DomainError("unavailable", message, { retryAfterSeconds });

export function accountSuspended(): DomainError {
  return new DomainError("account_suspended", "This account is suspended. Write to us if you think that is wrong.");
}

export function rateLimited({ retryAfterSeconds }: { retryAfterSeconds: number }): DomainError {
  return new DomainError("rate_limited", `Too many requests. Wait ${retryAfterSeconds} s and try again.`, {
    retryAfterSeconds,
  });
}
