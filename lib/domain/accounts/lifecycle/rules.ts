/** Password-reset links that are sent to one account in an hour (docs/contract.md#mail-and-account-recovery). */
export const MAX_RESETS_PER_HOUR = 5;
/** Sign-up requests that may wait for staff (docs/contract.md#sign-in). Further ones are rejected. */
export const MAX_REQUESTS = 200;
/** Of these, from one network (a /24, or an IPv6 /48). Enough for a school class, not for a flood. */
export const MAX_REQUESTS_PER_NETWORK = 30;
export const REQUESTS_SHOWN = 50;
/** Days after which a request that nobody decided on is deleted. */
export const SIGN_UP_REQUEST_RETENTION_DAYS = 60;
/** Maximum code points of the reason for joining, and of the reason for a rejection. */
export const MAX_REQUEST_REASON = 500;
export const RESET_REQUEST_BATCH = 50;
/**
 * Undoing an address change also removes every means to sign in that was added within these hours before it. The owner
 * was notified of each at the address that they read.
 */
export const UNDO_REACH_HOURS = 72;
