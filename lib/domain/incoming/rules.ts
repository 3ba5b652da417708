import { DAY_MS, HOUR_MS } from "@/lib/domain/durations";

/** Our choice: how often an account is told at once of one and the same act, done and undone again. */
export const TOLD_AT_ONCE = 3;
/** Our choice: the longest wait before it is told again. Waits begin with a second and double. */
export const LONGEST_WAIT_MS = HOUR_MS;
/** Our choice: after this time without news of the act, it is told at once again. */
export const CALM_MS = DAY_MS;

/** Our choice: acts that one transaction announces to one account. */
export const ACTS_AT_ONCE = 100;
/** Our choice: accounts that one round of announcing looks for. */
export const ACCOUNTS_AT_ONCE = 50;

/**
 * Our choice: of how many mentions and comments a day one automated account is told by another. Two programs that
 * answer each other come to rest.
 */
export const TOLD_BETWEEN_PROGRAMS = 10;

/** Our choice: for how long a log has what no endpoint asks for, since it was last asked to. */
export const LOG_SUBSCRIPTION_MS = DAY_MS;

/** Our choice: for how long an act that was undone is remembered, so that doing it again is not told at once. */
export const UNDONE_RETENTION_MS = 2 * DAY_MS;
