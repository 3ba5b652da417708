import { DAY_MS, HOUR_MS } from "@/lib/domain/kernel/durations";
import type { TimeOfDay } from "@/lib/infra/environment/variables";

/** Our choice: how many of the newest drills are kept, beside the last one that proved a backup. */
export const KEPT_DRILLS = 100;
/** Our choice: lines that are kept of what differs. More would not help. */
export const MAX_DIFFERENCES = 20;
/** Our choice: characters that are kept of a line. */
export const MAX_DIFFERENCE_LENGTH = 500;

/** Our choice: a drill that takes longer is stopped, and one without a result by then was killed. */
export const MAX_DRILL_MS = 6 * HOUR_MS;
/** Our choice: how late a daily drill may begin, so that a machine that was away at night has none at noon. */
export const BEGIN_WITHIN_MS = 4 * HOUR_MS;
/** Our choice: drills that begin for one day. A drill may be killed, or end its machine. */
export const MAX_ATTEMPTS = 3;

/** Returns the last moment at which a daily drill was due: today, or yesterday. */
export function lastDueAt({ hours, minutes }: TimeOfDay, now: Date): Date {
  const today = new Date(now);
  today.setUTCHours(hours, minutes, 0, 0);
  return today > now ? new Date(today.getTime() - DAY_MS) : today;
}
