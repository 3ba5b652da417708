import { format } from "node:util";
import { outageOf } from "@/lib/infra/database/errors";
import { log, onceAMinute } from "./log";

const LEVELS = { debug: "debug", log: "info", info: "info", warn: "warn", error: "error" } as const;

/**
 * Writes what Next and libraries print as lines of the log, so that a log of JSON holds nothing else. What they print
 * about an outage of the database, for every page, is written once a minute.
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
  // An error's own properties may hold the values of its statement: the log leaves them out.
  const text = format(...printed.filter((part) => part !== error)).trim();
  log[level](text || (error?.message ?? ""), error && { error });
}

const reportOutage = onceAMinute((error, suppressed) =>
  log.error("request failed, dependency unavailable", { error, suppressed }),
);
