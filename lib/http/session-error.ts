import { newRequestId } from "@/lib/domain/request-id";
import { DomainError } from "@/lib/domain/errors";
import { failureOf } from "./errors";
import { logFailure } from "./log-failure";

/** Returns `{ error, issues?, code? }`, with the messages of the public API's envelope. */
export function sessionError(request: Request, requestId: string, error: unknown): Response {
  const failure = failureOf(error);
  logFailure("session", { request, requestId, failure, error });
  const headers: Record<string, string> = { "Cache-Control": "no-store", "X-Request-Id": requestId };
  if (failure.retryAfter !== undefined) headers["Retry-After"] = String(failure.retryAfter);
  const issues = failure.issues?.map(({ param, message }) => ({ path: param, message }));
  // The browser client distinguishes it from other 403s, asks for the proof and repeats the call.
  const code = failure.code === "proof_required" ? failure.code : undefined;
  return Response.json({ error: failure.message, issues, code }, { status: failure.status, headers });
}

/** Handles a method that a session route does not support. */
export function sessionMethodNotAllowed(allow: string) {
  return async (request: Request): Promise<Response> => {
    const response = sessionError(
      request,
      newRequestId(),
      new DomainError("method_not_allowed", `This path answers ${allow}.`),
    );
    response.headers.set("Allow", allow);
    return response;
  };
}
