import { DAY_MS, HOUR_MS } from "@/lib/domain/kernel/durations";

/** How often an act that is done and undone repeatedly is announced at once (docs/contract.md#what-happens-to-you). */
export const IMMEDIATE_ANNOUNCEMENTS = 3;
/** The longest delay before it is announced again. Delays begin at one second and double. */
export const LONGEST_WAIT_MS = HOUR_MS;
/** Our choice: after a day without an announcement of the act, nobody is repeating it, and it is announced at once. */
export const CALM_MS = DAY_MS;

/** Our choice: acts that one transaction announces to one account, to keep its locks short. */
export const ACTS_AT_ONCE = 100;
/** Our choice: accounts that one query for due acts returns, which bounds the acts that it reads. */
export const ACCOUNTS_AT_ONCE = 50;

/** How many mentions and comments a day are announced between two programs. Ends loops of answers. */
export const ANNOUNCED_BETWEEN_PROGRAMS = 10;

/** Our choice: how long an undone act is remembered, so that repeating it is not announced without delay. */
export const UNDONE_RETENTION_MS = 2 * DAY_MS;
