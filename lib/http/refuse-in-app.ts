import { newRequestId } from "@/lib/domain/context";
import { Refusal } from "@/lib/domain/errors";
import { failureOf } from "./errors";
import type { Handler } from "./handlers";
import { logFailure } from "./log-failure";

/** `{ error, issues? }`, in the words of the public API's envelope. */
export function refuseInApp(request: Request, requestId: string, error: unknown): Response {
  const failure = failureOf(error);
  logFailure("request", { request, requestId, failure, error });
  const headers: Record<string, string> = { "Cache-Control": "no-store", "X-Request-Id": requestId };
  if (failure.retryAfter !== undefined) headers["Retry-After"] = String(failure.retryAfter);
  const issues = failure.issues?.map(({ param, message }) => ({ path: param, message }));
  return Response.json({ error: failure.message, issues }, { status: failure.status, headers });
}

/** The answer to a method that a path does not have. */
export function refuseMethodInApp(allow: string): Handler {
  return async (request) => {
    const response = refuseInApp(
      request,
      newRequestId(),
      new Refusal("method_not_allowed", `This path answers ${allow}.`),
    );
    response.headers.set("Allow", allow);
    return response;
  };
}
