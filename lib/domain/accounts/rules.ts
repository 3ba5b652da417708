/** Our choice: links to a new password that one account is sent in an hour. */
export const MAX_RESETS_PER_HOUR = 5;
/** Requests for a new password that are looked up in one transaction. */
export const RESET_REQUEST_BATCH = 50;
