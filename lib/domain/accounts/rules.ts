/** Our choice: links to a new password that one account is sent in an hour. */
export const MAX_RESETS_PER_HOUR = 5;
/** Our choice: requests for an account that may wait for staff. Beyond that, nobody can send one. */
export const MAX_REQUESTS = 200;
/**
 * Our choice: how many of these may come from one network (a /24, or an IPv6 /48). Enough for a school class, not for a
 * flood.
 */
export const MAX_REQUESTS_PER_NETWORK = 30;
/** Requests that moderators are shown, those that have waited longest first. */
export const REQUESTS_SHOWN = 50;
/** Our choice: days after which a request that nobody decided on is deleted. */
export const SIGN_UP_REQUEST_RETENTION_DAYS = 60;
/** Maximum code points of the reason for joining, and of the reason for refusing. */
export const MAX_REQUEST_REASON = 500;
/** Requests for a new password that are looked up in one transaction. */
export const RESET_REQUEST_BATCH = 50;
/**
 * Our choice: what an account got to sign in with in the hours before its address was changed goes when the change is
 * taken back. Its owner was told of each at the address that they read.
 */
export const UNDO_REACH_HOURS = 72;
