import { MINUTE_MS } from "@/lib/domain/kernel/durations";

/** The parts of a deployment whose health is known, in the order and by the names in which people see them. */
export const PARTS = {
  processes: "Pages and API",
  database: "Database",
  storage: "Images",
  worker: "Webhook deliveries",
  mail: "Mail",
  limiter: "Rate limits",
} as const;
export type Part = keyof typeof PARTS;
export const PART_NAMES = Object.keys(PARTS) as [Part, ...Part[]];

/** Our choice: how long the status page shows an incident. */
export const INCIDENT_RETENTION_DAYS = 90;
/** Our choice: how many of the newest incidents it shows. */
export const LISTED_INCIDENTS = 20;
/** Our choice: an incident that nobody has seen for so long is over. Longer than several rounds of examining. */
export const OVER_AFTER_MS = 2 * MINUTE_MS;
/** Our choice: what comes back within this time is the same incident. Also bounds how many a part can have. */
export const SAME_WITHIN_MS = 5 * MINUTE_MS;
