import { format } from "node:util";
import { outageOf } from "@/lib/infra/database/errors";
import { log, onceAMinute } from "./log";

const LEVELS = { debug: "debug", log: "info", info: "info", warn: "warn", error: "error" } as const;

/**
 * Redirects what Next and libraries print to the log, so that a JSON log contains nothing else. What they print for
 * every page during a database outage is logged once a minute.
 */
export function logConsole(): void {
  const methods = Object.entries(LEVELS).map(([method, level]) => [
    method,
    (...printed: unknown[]) => logPrinted(level, printed),
  ]);
  Object.assign(console, Object.fromEntries(methods));
}

function logPrinted(level: keyof typeof log, printed: unknown[]): void {
  const error = printed.find((part) => part instanceof Error);
  if (error && outageOf(error)) return reportOutage(error);
  // An error's own properties may contain the values of its statement, so the log omits them.
  const text = format(...printed.filter((part) => part !== error)).trim();
  log[level](text || (error?.message ?? ""), error && { error });
}

const reportOutage = onceAMinute((error, suppressed) =>
  log.error("request failed, dependency unavailable", { error, suppressed }),
);
