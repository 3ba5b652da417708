import type { VisitorContext } from "@/lib/domain/context";
import { log, onceAMinute } from "@/lib/infra/log/log";
import { callerRequestId } from "./caller-request-id";
import { type Failure, isFault, isUnavailable } from "@/lib/http/response/errors";

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
  else if (isUnavailable(error)) reportUnavailable({ ...fields, error });
  else log.error("request failed", { channel, ...fields, error });
}

/** While a dependency is unavailable, logs only one failure a minute. */
const reportUnavailable = onceAMinute((fields, suppressed) =>
  log.error("request failed, dependency unavailable", { ...(fields as object), suppressed }),
);
