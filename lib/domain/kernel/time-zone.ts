import { Temporal } from "temporal-polyfill";

/** Returns a moment by the clock of a time zone. @throws RangeError for what `isTimeZone` does not accept */
export function zonedTime(at: Date, timeZone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone);
}

/**
 * Returns when an hour of a day begins in a time zone. One that a change of the clocks skips is the one after it; of
 * one that it repeats, the first counts.
 */
export function beginOfHour(day: Temporal.PlainDate, hour: number, timeZone: string): Date {
  return new Date(day.toZonedDateTime({ timeZone, plainTime: { hour } }).epochMilliseconds);
}

/**
 * Whether a text names a time zone of IANA. Offsets, such as `+01:00`, are no names; neither are abbreviations, such as
 * `IST`, of which some runtimes know one of several meanings.
 */
export function isTimeZone(text: string): boolean {
  if (!/^[A-Za-z]/.test(text)) return false;
  try {
    zonedTime(new Date(0), text);
    return true;
  } catch {
    return false;
  }
}
