const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** "now", "5 min ago", "in 3 h", short enough for a list; from a week on, the date. */
export function relativeTime(at: Date, now: number): string {
  const age = now - at.getTime();
  if (age < -MINUTE) return ahead(-age) ?? day(at, now);
  if (age < MINUTE) return "now";
  const passed = span(age);
  return passed ? `${passed} ago` : day(at, now);
}

/** In the viewer's time zone. */
export function exactTime(at: Date, seconds = false): string {
  return localFormat(seconds).format(at);
}

/** The same in UTC. Without Intl: its first use is slow, and pages show dozens of times. */
export function exactTimeInUtc(at: Date, seconds = false): string {
  const [time = ""] = at.toISOString().slice(11).split(".");
  return `${at.getUTCDate()} ${MONTHS[at.getUTCMonth()]} ${at.getUTCFullYear()} at ${seconds ? time : time.slice(0, 5)} UTC`;
}

const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

const formats = new Map<boolean, Intl.DateTimeFormat>();

function localFormat(seconds: boolean): Intl.DateTimeFormat {
  const format =
    formats.get(seconds) ??
    new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: seconds ? "medium" : "short" });
  formats.set(seconds, format);
  return format;
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
  const year = at.getUTCFullYear();
  const day = `${at.getUTCDate()} ${MONTHS[at.getUTCMonth()]!.slice(0, 3)}`;
  return year === new Date(now).getUTCFullYear() ? day : `${day} ${year}`;
}
