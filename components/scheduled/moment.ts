import { HOUR_MS, MINUTE_MS } from "@/lib/domain/kernel/durations";
import { AHEAD_MS } from "@/lib/domain/writing/scheduled/rules";

/** The value of a `datetime-local` field: a time in the browser's time zone, to the minute. */
export function localTime(at: Date): string {
  const shifted = at.getTime() - at.getTimezoneOffset() * MINUTE_MS;
  return new Date(shifted).toISOString().slice(0, "2026-11-29T09:00".length);
}

/** The earliest and latest that a post can be scheduled for, a minute within what the server allows. */
export function localBounds(nowMs: number): { min: string; max: string } {
  return {
    min: localTime(new Date(nowMs + AHEAD_MS.min + MINUTE_MS)),
    max: localTime(new Date(nowMs + AHEAD_MS.max - MINUTE_MS)),
  };
}

/** What is suggested at first: tomorrow at nine. */
export function tomorrowMorning(nowMs: number): string {
  const day = new Date(nowMs + 24 * HOUR_MS);
  day.setHours(9, 0, 0, 0);
  return localTime(day);
}

const time = new Intl.DateTimeFormat("en-GB", { timeStyle: "short" });
const weekday = new Intl.DateTimeFormat("en-GB", { weekday: "long" });
const date = new Intl.DateTimeFormat("en-GB", { dateStyle: "full" });

/** "tomorrow at 09:00", "Friday at 09:00", and from a week on "on Friday, 4 December 2026 at 09:00". */
export function inWords(at: Date, nowMs: number): string {
  const days = daysBetween(new Date(nowMs), at);
  const day =
    days === 0
      ? "today"
      : days === 1
        ? "tomorrow"
        : days > 1 && days < 7
          ? weekday.format(at)
          : `on ${date.format(at)}`;
  return `${day} at ${time.format(at)}`;
}

/** Whole days of the calendar, which a change of the clocks makes shorter or longer. */
function daysBetween(from: Date, to: Date): number {
  const day = (at: Date) => Date.UTC(at.getFullYear(), at.getMonth(), at.getDate());
  return (day(to) - day(from)) / (24 * HOUR_MS);
}
