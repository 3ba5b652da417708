const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** "now", "5 min ago", "in 3 h": short enough for a line of a list. A week away or more: the day itself. */
export function relativeTime(at: Date, now: number): string {
  const age = now - at.getTime();
  if (age < -MINUTE) return ahead(-age) ?? day(at, now);
  if (age < MINUTE) return "now";
  const passed = span(age);
  return passed ? `${passed} ago` : day(at, now);
}

export function exactTime(at: Date, timeZone?: string, seconds = false): string {
  return new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: seconds ? "medium" : "short", timeZone }).format(at) + (timeZone === "UTC" ? " UTC" : "");
}

function ahead(time: number) {
  const left = span(time);
  return left && `in ${left}`;
}

function span(time: number) {
  if (time < HOUR) return `${Math.floor(time / MINUTE)} min`;
  if (time < DAY) return `${Math.floor(time / HOUR)} h`;
  if (time < 7 * DAY) return `${Math.floor(time / DAY)} d`;
  return null;
}

function day(at: Date, now: number) {
  const thisYear = at.getUTCFullYear() === new Date(now).getUTCFullYear();
  return new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: thisYear ? undefined : "numeric", timeZone: "UTC" }).format(at);
}
