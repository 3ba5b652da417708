import { log, onceAMinute } from "@/lib/infra/log";
import { isUnavailable } from "./errors";

/** Logs a fault of ours. Of what fails because a part of the deployment is away one speaks for all of its minute. */
export function logFailure(message: "v1 request failed" | "request failed", fields: { requestId: string; method: string; path: string; error: unknown }): void {
  if (isUnavailable(fields.error)) reportUnavailable(fields);
  else log.error(message, fields);
}

const reportUnavailable = onceAMinute((fields, suppressed) => log.error("request failed: a part of the deployment is away", { ...(fields as object), suppressed }));
