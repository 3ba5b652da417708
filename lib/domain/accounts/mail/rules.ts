import { DAY_MS } from "@/lib/domain/kernel/durations";

/** Our choice: seconds before each attempt to send a letter. About a day in total, to outlast an outage. */
export const ATTEMPT_SCHEDULE_SECONDS = [0, 15, 60, 300, 900, 3600, 14_400, 57_600];
/** Our choice: letters that one process sends at the same time. Mail servers accept few connections from one client. */
export const MAX_CONCURRENT_LETTERS = 4;
/** Limit for one attempt: connection, sign-in and the letter. */
export const SEND_TIMEOUT_MS = 20_000;
/**
 * Longer than an attempt, so that no other worker sends it meanwhile. After a crash it is sent again when this ends.
 */
export const LETTER_LEASE_MS = SEND_TIMEOUT_MS + 10_000;
/** How long a letter's row records that it was sent, to whom and when. */
export const LETTER_RETENTION_MS = 30 * DAY_MS;

/** How long a password-reset link works (docs/contract.md#mail-and-account-recovery). */
export const RESET_LINK_MINUTES = 30;
/** How long a link that confirms an address works. */
export const VERIFY_LINK_HOURS = 48;
/** How long the owner of the former address can undo a change (docs/contract.md#mail-and-account-recovery). */
export const UNDO_LINK_HOURS = 72;

export const NO_MAIL = "This site sends no mail, so it can’t send you a link. Ask whoever runs it for help.";
