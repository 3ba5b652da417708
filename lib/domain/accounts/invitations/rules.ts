/** How old an account is before it can invite anybody (docs/contract.md#sign-in). Admins need not wait. */
export const INVITER_AGE_DAYS = 7;
/** People who may still join through one member's open invitations. Admins have no such limit. */
export const MAX_OPEN_USES = 10;
/** How many people one invitation may be for, by the role of its creator. */
export const MAX_USES = { member: MAX_OPEN_USES, admin: 1000 };
/** How many days an invitation may last, and our choice of how many it lasts by default. */
export const INVITATION_DAYS = { most: 90, usual: 14 };
export const INVITATIONS_SHOWN = 50;
/** Our choice: how long an invitation is listed once it has expired, for its maker to see what became of it. */
export const INVITATION_RETENTION_DAYS = 30;

export const PATH_LEVELS = 20;
/** Code points of the reason for cutting a branch. */
export const CUT_REASON_LENGTH = { min: 1, max: 500 };
/** How long the accounts of a cut branch are suspended. The longest that a moderator could choose. */
export const CUT_SUSPENSION_DAYS = 365;
/** Accounts that the job suspends in one batch, and its batches per run. */
export const CUT_BATCH = { rows: 50, rounds: 10 };
