/** Our choice: links to a new password that one account is sent in an hour. */
export const MAX_RESETS_PER_HOUR = 5;
/** Our choice: people who wait for staff to approve their account. Beyond, nobody can ask for one. */
export const MAX_REQUESTS = 200;
/** Our choice: of these, from one network (a /24, or an IPv6 /48): a class that joins together, and no crowd of one. */
export const MAX_REQUESTS_PER_NETWORK = 30;
/** Those who have waited longest are shown. */
export const REQUESTS_SHOWN = 50;
/** Our choice: a request that nobody decided on is forgotten. */
export const REQUEST_RETENTION_DAYS = 60;
/** Code points of why somebody wants to join, and of why they may not. */
export const MAX_REQUEST_REASON = 500;
/** Requests for a new password that are looked up in one transaction. */
export const RESET_REQUEST_BATCH = 50;
/**
 * Our choice: what an account got to sign in with in the hours before its address was changed goes when the change is
 * taken back. Its owner was told of each at the address that they read.
 */
export const UNDO_REACH_HOURS = 72;
