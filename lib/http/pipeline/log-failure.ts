import type { VisitorContext } from "@/lib/domain/context";
import { log, onceAMinute } from "@/lib/infra/log/log";
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

/** Characters that are safe in a log line and easy to search for. */
const WELL_FORMED = /^[A-Za-z0-9._-]{1,128}$/;

/**
 * Returns the `X-Request-Id` that the caller (a proxy, a tracing client) sent, or undefined if it is missing or
 * malformed. It is logged beside our own id, which is the one that responses carry.
 */
function callerRequestId({ headers }: Pick<Request, "headers">): string | undefined {
  const given = headers.get("x-request-id");
  return given !== null && WELL_FORMED.test(given) ? given : undefined;
}
