/** Our choice: code points of an announcement, which is a line or two on top of every page. */
export const ANNOUNCEMENT_LENGTH = { min: 1, max: 400 };

/** Our choice: announcements in force at the same time. More would hide the page below them. */
export const MAX_IN_FORCE = 3;

/** Our choice: how far in the future an announcement's end may be. */
export const MAX_ANNOUNCED_DAYS = 365;
