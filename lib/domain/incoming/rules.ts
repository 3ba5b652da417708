import { DAY_MS, HOUR_MS } from "@/lib/domain/durations";

/** Our choice: how often an act that is done and undone repeatedly is announced without delay. */
export const IMMEDIATE_ANNOUNCEMENTS = 3;
/** Our choice: the longest delay before it is announced again. Delays begin at one second and double. */
export const LONGEST_WAIT_MS = HOUR_MS;
/** Our choice: after this time without an announcement of the act, it is announced without delay again. */
export const CALM_MS = DAY_MS;

/** Our choice: acts that one transaction announces to one account. */
export const ACTS_AT_ONCE = 100;
/** Our choice: accounts that one query for due acts returns. */
export const ACCOUNTS_AT_ONCE = 50;

/** Our choice: how many mentions and comments a day are announced between two programs. Ends loops of answers. */
export const ANNOUNCED_BETWEEN_PROGRAMS = 10;

/** Our choice: how long a log records events that no endpoint subscribes to, since the last request to. */
export const LOG_SUBSCRIPTION_MS = DAY_MS;

/** Our choice: how long an undone act is remembered, so that repeating it is not announced without delay. */
export const UNDONE_RETENTION_MS = 2 * DAY_MS;
