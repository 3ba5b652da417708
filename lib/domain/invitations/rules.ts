/** Our choice: how old an account is before it can invite anybody. Admins need not wait. */
export const INVITER_AGE_DAYS = 7;
/** Our choice: people whom one member's open invitations may bring at a time. Admins have no such limit. */
export const MAX_OPEN_USES = 10;
/** Our choice: people whom one invitation may bring, a member's and an admin's. */
export const MAX_USES = { member: MAX_OPEN_USES, admin: 1000 };
/** Our choice: how many days an invitation may last. */
export const INVITATION_DAYS = { most: 90, usual: 14 };
/** Invitations that the settings show, newest first. */
export const INVITATIONS_SHOWN = 50;
/** Our choice: how long an invitation is listed once it has expired. */
export const INVITATION_RETENTION_DAYS = 30;

/** Levels above somebody that an admin is shown. */
export const PATH_LEVELS = 20;
/** Code points of why a branch was cut. */
export const CUT_REASON_LENGTH = { min: 1, max: 500 };
/** Our choice: how long the accounts of a cut branch are suspended: as long as a moderator could. */
export const CUT_SUSPENSION_DAYS = 365;
/** Accounts that the job looks for at a time, and how often it does so before others have their turn. */
export const CUT_BATCH = { rows: 50, rounds: 10 };
