import type { VisitorContext } from "@/lib/domain/kernel/context";
import { errorPageOf } from "@/lib/domain/kernel/error-page";
import { DomainError, type DomainErrorCode } from "@/lib/domain/kernel/errors";
import { type DatabaseOutage, isOutcomeUnknown, outageOf } from "@/lib/infra/database/errors";
import { log, onceAMinute } from "@/lib/infra/log/log";
import { JobError, OverloadedError } from "@/lib/infra/process/job-errors";
import { StorageFull, StorageUnavailable } from "@/lib/infra/storage/error";

export type ErrorCode = DomainErrorCode | "internal_error";

export const FAILURES = {
  invalid_request: { status: 400, type: "invalid_request_error" },
  invalid_cursor: { status: 400, type: "invalid_request_error" },
  invalid_media: { status: 400, type: "invalid_request_error" },
  unknown_game: { status: 400, type: "invalid_request_error" },
  insufficient_coins: { status: 400, type: "invalid_request_error" },
  signed_out: { status: 401, type: "authentication_error" },
  missing_key: { status: 401, type: "authentication_error" },
  invalid_key: { status: 401, type: "authentication_error" },
  key_expired: { status: 401, type: "authentication_error" },
  key_revoked: { status: 401, type: "authentication_error" },
  network_not_allowed: { status: 403, type: "authorization_error" },
  insufficient_scope: { status: 403, type: "authorization_error" },
  forbidden: { status: 403, type: "authorization_error" },
  account_suspended: { status: 403, type: "authorization_error" },
  account_changed: { status: 409, type: "conflict_error" },
  proof_required: { status: 403, type: "authorization_error" },
  not_found: { status: 404, type: "not_found_error" },
  method_not_allowed: { status: 405, type: "invalid_request_error" },
  conflict: { status: 409, type: "conflict_error" },
  idempotency_in_progress: { status: 409, type: "conflict_error" },
  precondition_failed: { status: 412, type: "conflict_error" },
  payload_too_large: { status: 413, type: "invalid_request_error" },
  unsupported_media_type: { status: 415, type: "invalid_request_error" },
  idempotency_conflict: { status: 422, type: "conflict_error" },
  rate_limited: { status: 429, type: "rate_limit_error" },
  internal_error: { status: 500, type: "api_error" },
  unavailable: { status: 503, type: "api_error" },
  outcome_unknown: { status: 503, type: "api_error" },
} as const satisfies Record<ErrorCode, { status: number; type: `${string}_error` }>;

/** Seconds that a client should wait before retrying while the database or the file store is unavailable. */
export const UNAVAILABLE_RETRY_AFTER_SECONDS = 5;

export interface Failure {
  code: ErrorCode;
  status: number;
  type: (typeof FAILURES)[ErrorCode]["type"];
  message: string;
  issues?: { param: string; message: string }[];
  retryAfterSeconds?: number;
}

/** Maps domain errors unchanged, internal faults without details. */
export function failureOf(error: unknown): Failure {
  if (error instanceof DomainError) {
    return { code: error.code, ...FAILURES[error.code], message: error.message, ...error.details };
  }
  if (isOutcomeUnknown(error)) return OUTCOME_UNKNOWN;
  const missing = unavailablePart(error);
  if (missing) return unavailable(`The service ${missing} just now. Nothing was changed; try again shortly.`);
  if (error instanceof OverloadedError)
    return unavailable(
      "The service has too much to do just now. Nothing was changed; try again in a moment.",
      error.retryAfterSeconds,
    );
  if (error instanceof JobError && error.reason === "not-started")
    return unavailable("The service has no process free for this just now. Nothing was changed; try again shortly.");
  const message =
    "Something went wrong on our side. Nothing was changed; try again, and tell us the request_id if it stays.";
  return { code: "internal_error", ...FAILURES.internal_error, message };
}

const unavailable = (message: string, retryAfterSeconds = UNAVAILABLE_RETRY_AFTER_SECONDS): Failure => ({
  code: "unavailable",
  ...FAILURES.unavailable,
  message,
  retryAfterSeconds,
});

const OUTCOME_UNKNOWN: Failure = {
  code: "outcome_unknown",
  ...FAILURES.outcome_unknown,
  message:
    "The service lost its database before it learned whether this was done. " +
    "Send the same request again with the same Idempotency-Key: it is done once. Without a key, check first.",
  retryAfterSeconds: UNAVAILABLE_RETRY_AFTER_SECONDS,
};

/** Whether an error needs attention. Requests that the caller aborted do not, and a full queue logs itself. */
function isFault(failure: Failure, error: unknown, request: Request): boolean {
  return (
    failure.status >= 500 &&
    !(error instanceof OverloadedError) &&
    !(error instanceof DomainError) &&
    !(request.signal.aborted && error === request.signal.reason)
  );
}

const OUTAGES: Record<DatabaseOutage, string> = {
  unreachable: "cannot reach its database",
  exhausted: "has a database at the end of its resources",
  "read-only": "can only read from its database",
  slow: "did not get an answer from its database in time",
};

/** Names the dependency that failed a request, as the end of a sentence; undefined for other errors. */
function unavailablePart(error: unknown): string | undefined {
  if (error instanceof StorageFull) return "has no space left for files";
  if (error instanceof StorageUnavailable) return "cannot use its file store";
  const outage = outageOf(error);
  return outage && OUTAGES[outage];
}

/** Whether a request failed because a dependency is unavailable, so that it must not count against any budget. */
export function isUnavailable(error: unknown): boolean {
  return unavailablePart(error) !== undefined;
}

export const JSON_TYPE = "application/json; charset=utf-8";

/** Returns the body of an error response (docs/contract.md#errors). */
export function envelopeOf({ type, code, message, issues }: Failure, requestId: string): string {
  return JSON.stringify({
    error: {
      type,
      code,
      message,
      request_id: requestId,
      param: issues?.[0]?.param,
      doc_url: errorPageOf(code),
      errors: issues,
    },
  });
}

interface FailedRequest {
  request: Request;
  requestId: string;
  failure: Failure;
  error: unknown;
}

/** Logs a failed request: internal faults as errors, domain errors at debug level. */
export function logFailure(
  channel: VisitorContext["channel"],
  { request, requestId, failure, error }: FailedRequest,
): void {
  const fields = {
    requestId,
    callerRequestId: callerRequestId(request),
    method: request.method,
    path: new URL(request.url).pathname,
  };
  if (!isFault(failure, error, request))
    log.debug("request rejected", { channel, ...fields, status: failure.status, code: failure.code });
  else if (isUnavailable(error) && !isOutcomeUnknown(error)) reportUnavailable({ ...fields, error });
  else log.error("request failed", { channel, ...fields, error });
}

/** While a dependency is unavailable, logs only one failure a minute. */
const reportUnavailable = onceAMinute((fields, suppressed) =>
  log.error("request failed, dependency unavailable", { ...(fields as object), suppressed }),
);

/** Characters that are safe in a log line and easy to search for. */
const WELL_FORMED = /^[A-Za-z0-9._-]{1,128}$/;

/** `X-Request-Id` of a proxy or tracing client, if well formed: logged beside our own id, which responses carry. */
function callerRequestId({ headers }: Pick<Request, "headers">): string | undefined {
  const given = headers.get("x-request-id");
  return given !== null && WELL_FORMED.test(given) ? given : undefined;
}
