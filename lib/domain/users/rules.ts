/** Our choices for accounts (5.2 leaves them open). */
export const HANDLE = { pattern: /^[a-z0-9_]{3,20}$/, words: "3-20 characters: a-z, 0-9, _" };
export const NAME_LENGTH = { min: 1, max: 50 };
export const PASSWORD_LENGTH = { min: 10, max: 128 };
export const BIO_LENGTH = 280;

/** No e-mail address is longer. */
export const MAX_EMAIL_LENGTH = 254;

/** Nobody else may go by it. */
export const PLATFORM_NAME = "Pegboard";

/** Handles that would read as the platform itself, or as one of its pages. */
export const RESERVED_HANDLES = new Set(["pegboard", "admin", "administrator", "support", "system", "root", "api", "me", "settings", "moderator", "staff"]);

/** The account that SYSTEM notifications come from; a migration makes it. */
export const PLATFORM_USER_ID = "user_pegboard";

/** Where a person's picture is when they have set none: drawn from the handle. */
export function defaultImagePath(handle: string): string {
  return `/api/avatars/${handle}`;
}
