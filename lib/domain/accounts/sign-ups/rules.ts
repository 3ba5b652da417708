import { HOUR_MS, MINUTE_MS } from "@/lib/domain/kernel/durations";

/** How long a sign-up counts against its network (docs/contract.md#sign-in). */
export const SIGN_UP_WINDOW_MS = HOUR_MS;
/** Sign-ups of one network within that time before the mode "busy" requires a proof of work. */
export const QUIET_SIGN_UPS = 3;

/** Longer than a slow phone takes for the hardest challenge. */
export const CHALLENGE_LIFETIME_MS = 15 * MINUTE_MS;
/** Longer than any token of an invitation. */
export const MAX_INVITATION_LENGTH = 100;
/** Longer than any proof of work in its wire format. */
export const MAX_PROOF_LENGTH = 2000;

/** The maximum hashes for a network's first sign-up, half of them on average: a moment on a phone. */
const LEAST_WORK = 100_000;
/** The maximum for any sign-up, some ten seconds on a phone: slows a school behind one address, but lets it in. */
const MOST_WORK = 3_200_000;

/** Returns how many hashes a proof may take. It doubles with each sign-up of the network in the last hour. */
export function workAfter(signUps: number): number {
  return Math.min(LEAST_WORK * 2 ** signUps, MOST_WORK);
}
