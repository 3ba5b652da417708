import { DAY_MS, HOUR_MS } from "@/lib/domain/kernel/durations";

export const REQUEST_RETENTION_DAYS = 7;

/** How often a process writes what it has logged (docs/contract.md#request-log). */
export const WRITE_INTERVAL_MS = 1000;
/** Our choice: rows of one statement, so that none takes long. */
export const WRITE_BATCH = 1000;
/** Our choice: requests that one process buffers during an outage of the database, about 3 MB. */
export const MAX_BUFFERED = 10_000;
/** Requests of one account that a process lists in an hour; it only counts the others. */
export const MAX_LISTED_PER_HOUR = 5000;
/** Rows that a filtered page examines, so that a filter with few matches costs no more than one with many. */
export const EXAMINED_ROWS = 20_000;
/** Grants of an app that are examined to count its accounts. */
export const MAX_COUNTED_GRANTS = 10_000;
/** The newest rows from which the median is computed. */
export const MEASURED_ROWS = 10_000;

export const SUMMARY_PERIODS = {
  hour: { buckets: 24, ms: HOUR_MS },
  day: { buckets: REQUEST_RETENTION_DAYS, ms: DAY_MS },
} as const;

export const STATUS_CLASSES = ["2xx", "3xx", "4xx", "5xx", "errors"] as const;
