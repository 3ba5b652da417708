import type { QuietHours } from "@/lib/domain/consequences/notifications/schema";
import { DAY_MS, SECOND_MS } from "@/lib/domain/kernel/durations";
import { beginOfHour, zonedTime } from "@/lib/domain/kernel/time-zone";

/** Our choice: characters of the address that a browser's push service gave it. */
export const MAX_ENDPOINT_LENGTH = 1000;
/** How long a push service keeps what it cannot hand over yet, and we what we could not send. */
export const TTL_MS = DAY_MS;

/** Limit for one attempt: name lookup, connection, request and response. */
export const TIMEOUT_MS = 10 * SECOND_MS;
/** Bytes of a response that are read. Its status says everything. */
export const MAX_RESPONSE_BYTES = 1000;
/** Longer than an attempt, so that nobody else sends it meanwhile. After a crash it is sent again when this ends. */
export const LEASE_MS = TIMEOUT_MS + 10 * SECOND_MS;
/** Our choice: seconds before each attempt, about half an hour in total. A notification is soon old. */
export const ATTEMPT_SCHEDULE_SECONDS = [0, 30, 300, 1500];
/** Our choice: how long nothing may arrive before a subscription is deleted: longer than any outage of a service. */
export const FAILING_KEPT_MS = 7 * DAY_MS;

/** Our choice: what one claim takes, and what one process sends to one push service at once. */
export const CLAIMED_AT_ONCE = 32;
export const MAX_PER_SERVICE = 16;
/** Our choice: how long a push waits whose account is sending its share already. */
export const SHARE_PAUSE_MS = 2 * SECOND_MS;
/**
 * Our choice: pushes that wait for one browser, as after a quiet night or a hundred likes. Older ones are dropped: the
 * list of notifications has them all.
 */
export const MAX_WAITING = 10;

/** What the icon of the site counts at most. */
export const MAX_BADGE = 100;
/** Code points of a notification's title. */
export const MAX_TITLE = 120;

/** Returns when the quiet hours end that `now` is in, by the clock of a time zone; undefined if it is in none. */
export function endOfQuiet(now: Date, { from, until }: QuietHours, timeZone: string): Date | undefined {
  const at = zonedTime(now, timeZone);
  const isQuiet = from < until ? at.hour >= from && at.hour < until : at.hour >= from || at.hour < until;
  if (!isQuiet) return undefined;
  const today = at.toPlainDate();
  return beginOfHour(at.hour < until ? today : today.add({ days: 1 }), until, timeZone);
}
