/** Code points of an announcement, a line or two on top of every page (docs/contract.md#administration). */
export const ANNOUNCEMENT_LENGTH = { min: 1, max: 400 };

/** Announcements in force at the same time. More would hide the page below them. */
export const MAX_IN_FORCE = 3;

/** How far in the future an announcement's end may be. */
export const MAX_ANNOUNCED_DAYS = 365;
