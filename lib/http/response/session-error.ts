import { newRequestId } from "@/lib/domain/kernel/id";
import { DomainError } from "@/lib/domain/kernel/errors";
import { type ErrorCode, failureOf, logFailure } from "./errors";
import { PlainResponse } from "./plain-response";

/** Returns `{ error, issues?, code? }`, with the messages of the public API's envelope. */
export function sessionError(
  request: Request,
  requestId: string,
  error: unknown,
  extra: Record<string, string> = {},
): PlainResponse {
  const failure = failureOf(error);
  logFailure("session", { request, requestId, failure, error });
  const headers: Record<string, string> = { "Cache-Control": "no-store", "X-Request-Id": requestId, ...extra };
  if (failure.retryAfterSeconds !== undefined) headers["Retry-After"] = String(failure.retryAfterSeconds);
  const issues = failure.issues?.map(({ param, message }) => ({ path: param, message }));
  const code = CODES_FOR_PAGES.includes(failure.code) ? failure.code : undefined;
  headers["Content-Type"] = "application/json";
  const body = JSON.stringify({ error: failure.message, issues, code });
  return new PlainResponse(body, { status: failure.status, headers });
}

/**
 * The codes that pages distinguish from others of the same status: they ask for the proof, offer to reload, or do not
 * say that nothing was changed.
 */
const CODES_FOR_PAGES: readonly ErrorCode[] = ["proof_required", "account_changed", "outcome_unknown"];

export function sessionMethodNotAllowed(allow: string) {
  const error = () => new DomainError("method_not_allowed", `This path answers ${allow}.`);
  return async (request: Request) => sessionError(request, newRequestId(), error(), { Allow: allow });
}
