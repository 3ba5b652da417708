import type { Random } from "@/lib/domain/kernel/id";
import { daysBefore } from "@/lib/domain/kernel/durations";
import { EVENT_RETENTION_DAYS } from "@/lib/domain/consequences/events/rules";

/** Endpoints of one account (docs/contract.md#webhook-management). */
export const MAX_ENDPOINTS = 10;
/** Our choice: characters of a URL. Longer ones fail in many servers and proxies. */
export const MAX_URL_LENGTH = 2048;
export const MAX_DESCRIPTION_LENGTH = 200;
export const ROTATION_GRACE = { defaultSeconds: 86_400, maxSeconds: 604_800 };
/** Deliveries that the single-endpoint read shows. */
export const RECENT_DELIVERIES = 20;
export const OVERVIEW_DAYS = 7;
/** Days that a final delivery stays in the log. */
export const DELIVERY_RETENTION_DAYS = 30;
/** Not in the catalogue: nothing subscribes to it, and `GET /api/v1/events` omits it. */
export const TEST_EVENT = "webhook.test";

/** Limit for one attempt: name lookup, connection, request and response. */
export const TIMEOUT_MS = 15_000;
/** How much of a response is read and stored. */
export const MAX_RESPONSE_BYTES = 20_000;
/** The lease of a single attempt, which is not renewed: the timeout, plus time to settle. */
export const ATTEMPT_LEASE_MS = TIMEOUT_MS + 5_000;
/** Renewed while the worker lives. After a crash, the deliveries that it was attempting are resent this soon. */
export const WORKER_LEASE_MS = 6_000;
/** Concurrent attempts at one endpoint. */
export const MAX_CONCURRENT_ATTEMPTS = 8;
export const ATTEMPT_LOG_LENGTH = 20;

/** Each wait is up to this much shorter or longer, so that deliveries that failed together do not retry together. */
const JITTER = 0.2;
/** `Retry-After` is honoured up to this multiple of the scheduled wait. */
const MAX_RETRY_AFTER_FACTOR = 2;

/**
 * Returns the milliseconds to wait before the next attempt, with jitter; undefined if the schedule, in seconds, has
 * none left.
 */
export function waitAfter(
  attempts: number,
  schedule: readonly number[],
  random: Random,
  retryAfterMs = 0,
): number | undefined {
  const seconds = schedule[attempts];
  if (seconds === undefined) return undefined;
  const scheduledMs = seconds * 1000;
  const jitteredMs = scheduledMs * (1 - JITTER + 2 * JITTER * randomFraction(random));
  return Math.round(Math.max(jitteredMs, Math.min(retryAfterMs, scheduledMs * MAX_RETRY_AFTER_FACTOR)));
}

/** Consecutive failures before a warning and disabling, which also takes so many exhausted deliveries. */
const HEALTH_LIMITS = { warnAtFailures: 10, disableAtFailures: 20, disableAtExhausted: 3 };

/** The consequence of a failed attempt. The names are part of notification ids in the database. */
export type HealthAction = "none" | "warning" | "disable";

/**
 * Returns what a failed attempt leads to. `failures` are in a row, `exhausted` deliveries are since the last success.
 */
export function healthActionFor({ failures, exhausted }: { failures: number; exhausted: number }): HealthAction {
  const { warnAtFailures, disableAtFailures, disableAtExhausted } = HEALTH_LIMITS;
  if (failures >= disableAtFailures && exhausted >= disableAtExhausted) return "disable";
  return failures === warnAtFailures ? "warning" : "none";
}

/** Returns a uniform fraction from 0 to 1, both inclusive. */
function randomFraction(random: Random): number {
  const [high = 0, low = 0] = random(2);
  return (high * 256 + low) / 65_535;
}

/** A time during which an endpoint was disabled: nothing was queued for it. ISO 8601. */
export interface Gap {
  from: string;
  to: string;
}

/** Our choice: gaps that an endpoint remembers, of those that the log of events still covers. */
export const MAX_GAPS = 20;

/** Adds the latest gap, and forgets what the log no longer covers. If there are too many, the oldest two become one. */
export function withGap(gaps: readonly Gap[], latest: Gap): Gap[] {
  const oldest = daysBefore(new Date(latest.to), EVENT_RETENTION_DAYS).toISOString();
  const recent = [...gaps.filter(({ to }) => to > oldest), latest];
  const [first, second, ...rest] = recent;
  return first && second && recent.length > MAX_GAPS ? [{ from: first.from, to: second.to }, ...rest] : recent;
}

/** The error of a delivery that is no longer attempted. Deliberately does not reveal which of the reasons it is. */
export const NO_LONGER_VISIBLE = "Not sent: what it tells of was deleted or hidden, or you no longer see who did it.";
