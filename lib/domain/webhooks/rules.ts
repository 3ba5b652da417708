import type { Random } from "@/lib/domain/context";

/** Our choices, where the contract is open. */
export const MAX_ENDPOINTS = 10;
export const URL_LENGTH = 2048;
export const DESCRIPTION_LENGTH = 200;
export const ROTATION_GRACE = { defaultSeconds: 86_400, maxSeconds: 604_800 };
/** Deliveries that the single-endpoint read shows. */
export const RECENT_DELIVERIES = 20;
/** How far an endpoint's health is looked back upon. */
export const OVERVIEW_DAYS = 7;
/** How long the log of deliveries reaches back. */
export const DELIVERY_RETENTION_DAYS = 30;
/** What a test sends. It is no event: nothing subscribes to it, and no test is caught up on. */
export const TEST_EVENT = "webhook.test";

/** An attempt as a whole: name, connection, request, answer. */
export const TIMEOUT_MS = 15_000;
/** As much of an answer is read, and kept. */
export const MAX_ANSWER_BYTES = 20_000;
/** After so long a single attempt's process counts as dead: the timeout, and time to write down how it went. */
export const LEASE_MS = TIMEOUT_MS + 5_000;
/** An engine renews its leases as long as it lives. When it dies, what it was sending is sent again this soon. */
export const ENGINE_LEASE_MS = 6_000;
/** Attempts at one endpoint at the same time. */
export const MAX_AT_ONCE = 8;
/** Attempts that a delivery remembers one by one. */
export const ATTEMPT_LOG_LENGTH = 20;

/** Each wait is up to so much shorter or longer: what failed together does not come back together. */
const JITTER = 0.2;
/** A receiver may ask for a longer wait, up to so many times the planned one. */
const LONGEST_RETRY_AFTER = 2;

/** Failed attempts in a row: a word to the owner, then the end, if so many deliveries were given up as well. */
const PATIENCE = { warnAt: 10, disableAt: 20, givenUp: 3 };

/**
 * Milliseconds to wait after so many attempts, or undefined when that was the last one. `schedule` holds the seconds
 * before each attempt, `retryAfterMs` what the receiver asked for.
 */
export function waitAfter(
  attempts: number,
  schedule: readonly number[],
  random: Random,
  retryAfterMs = 0,
): number | undefined {
  const seconds = schedule[attempts];
  if (seconds === undefined) return undefined;
  const planned = seconds * 1000;
  const jittered = planned * (1 - JITTER + 2 * JITTER * chance(random));
  return Math.round(Math.max(jittered, Math.min(retryAfterMs, planned * LONGEST_RETRY_AFTER)));
}

/** What an endpoint's failures so far call for. `failures` are in a row; `givenUp` are the deliveries since a success. */
export function verdictOn({
  failures,
  givenUp,
}: {
  failures: number;
  givenUp: number;
}): "patience" | "warning" | "disable" {
  if (failures >= PATIENCE.disableAt && givenUp >= PATIENCE.givenUp) return "disable";
  return failures === PATIENCE.warnAt ? "warning" : "patience";
}

/** Evenly from 0 to 1. */
function chance(random: Random): number {
  const [high = 0, low = 0] = random(2);
  return (high * 256 + low) / 65_535;
}
