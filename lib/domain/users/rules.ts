/** Our choices for accounts (5.2 leaves them open). */
export const HANDLE = { pattern: /^[a-z0-9_]{3,20}$/, words: "3-20 characters: a-z, 0-9, _" };
export const NAME_LENGTH = { min: 1, max: 50 };
export const PASSWORD_LENGTH = { min: 10, max: 128 };
export const BIO_LENGTH = 280;
/** Browsers that one person is signed in with. */
export const MAX_SESSIONS = 100;

/** No e-mail address is longer. */
export const MAX_EMAIL_LENGTH = 254;

/** A handle that was given up is kept from others for so long. */
export const HANDLE_RESERVATION_DAYS = 90;
/** Our choice: so many a person can keep that way, or handles could be hoarded. */
export const MAX_RELEASED_HANDLES = 5;
/** Our choice: a network that the owner has not signed in from for so long is no longer known. */
export const NETWORK_RETENTION_DAYS = 90;

/** Nobody else may go by it. */
export const PLATFORM_NAME = "Pegboard";

/** Handles that would read as the platform itself, or as one of its pages. */
export const RESERVED_HANDLES = new Set([
  "pegboard",
  "admin",
  "administrator",
  "support",
  "system",
  "root",
  "api",
  "me",
  "settings",
  "moderator",
  "staff",
]);

/** The account that SYSTEM notifications come from; a migration makes it. */
export const PLATFORM_USER_ID = "user_pegboard";

/** Where a person's picture is when they have set none: drawn from the handle. */
export function defaultImagePath(handle: string): string {
  return `/api/avatars/${handle}`;
}

/** Our choice: rows that an export reads at a time. Builds carry a readme each. */
export const EXPORT_PAGE_ROWS = { most: 500, builds: 20 };
/** Our choice: pages that all exports together read at the same time. */
export const EXPORTS_READING = 2;
/** How long an export that died keeps the next one out. Longer than a page and a reader's pause take. */
export const EXPORT_LEASE_MS = 120_000;
