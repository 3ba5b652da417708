import { log, onceAMinute } from "@/lib/infra/log";
import { callerRequestId } from "./caller-request-id";
import { type Failure, isFault, isUnavailable } from "./errors";

interface FailedRequest {
  request: Request;
  requestId: string;
  failure: Failure;
  error: unknown;
}

/** Logs a request that failed: a fault of ours as an error, what was refused on purpose for who looks closer. */
export function logFailure(
  channel: "v1 request" | "request",
  { request, requestId, failure, error }: FailedRequest,
): void {
  const fields = {
    requestId,
    callerRequestId: callerRequestId(request),
    method: request.method,
    path: new URL(request.url).pathname,
  };
  if (!isFault(failure, error, request))
    log.debug(`${channel} refused`, { ...fields, status: failure.status, code: failure.code });
  else if (isUnavailable(error)) reportUnavailable({ ...fields, error });
  else log.error(`${channel} failed`, { ...fields, error });
}

/** Of what fails because a part of the deployment is away, one speaks for all of its minute. */
const reportUnavailable = onceAMinute((fields, suppressed) =>
  log.error("request failed: a part of the deployment is away", { ...(fields as object), suppressed }),
);
