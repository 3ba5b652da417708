import { DAY_MS, MINUTE_MS } from "@/lib/domain/kernel/durations";

/** How many posts of an account may wait (docs/contract.md#scheduled-posts). */
export const MAX_WAITING = 50;

/** How far ahead a post is scheduled, at least and at most (docs/contract.md#scheduled-posts). */
export const AHEAD_MS = { min: 5 * MINUTE_MS, max: 365 * DAY_MS };

/** Our choice: for how long a post that could not be posted is kept, to be scheduled again. */
export const FAILED_RETENTION_MS = 30 * DAY_MS;

/** Why a post could not be posted at its moment, as the end of a sentence. */
export const FAILURES = {
  account_suspended: "your account was suspended",
  account_closed: "your account was closed",
  email_unverified: "your e-mail address wasn’t confirmed",
  quote_unavailable: "the post that it quotes can’t be quoted any more",
} as const;

export type Failure = keyof typeof FAILURES;

/** Whether a post can be scheduled for a moment. */
export function isInBounds(publishAt: Date, now: Date): boolean {
  const aheadMs = publishAt.getTime() - now.getTime();
  return aheadMs >= AHEAD_MS.min && aheadMs <= AHEAD_MS.max;
}
