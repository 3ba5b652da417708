import { DAY_MS, HOUR_MS } from "@/lib/domain/kernel/durations";
import { beginOfHour, zonedTime } from "@/lib/domain/kernel/time-zone";

/** Our choice: at least this much lies between two digests, although an hour of the day may be changed. */
const MIN_GAP_MS = 20 * HOUR_MS;
/** Our choice: the first digest, and the one after a long silence, tells of no more than this. */
export const MAX_PERIOD_MS = 7 * DAY_MS;
/** Our choice: the newest notifications that one digest counts. */
export const MAX_COUNTED = 500;
/** Our choice: how many people a digest names for each kind. */
export const MAX_NAMED = 3;

interface DigestTimes {
  /** 0 to 23, on the clock of the time zone. */
  hour: number;
  timeZone: string;
  now: Date;
  lastAt: Date | null;
}

/**
 * Returns when the next digest is due: at its hour, at most one on a day of its time zone. An hour that a change of the
 * clocks skips is the one after it; of one that it repeats, the first counts.
 */
export function nextDigestAt({ hour, timeZone, now, lastAt }: DigestTimes): Date {
  const last = lastAt && zonedTime(lastAt, timeZone).toPlainDate();
  for (let day = zonedTime(now, timeZone).toPlainDate(); ; day = day.add({ days: 1 })) {
    const at = beginOfHour(day, hour, timeZone);
    const isEarly = lastAt !== null && at.getTime() < lastAt.getTime() + MIN_GAP_MS;
    if (at > now && !isEarly && !(last && day.equals(last))) return at;
  }
}
