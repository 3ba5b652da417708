/** The platform's own role cannot be assigned. */
export const ROLES = ["MEMBER", "EDITOR", "MODERATOR", "ADMIN"] as const;
export type StaffRole = (typeof ROLES)[number];

export const TIERS = ["free", "pro"] as const;

/** Our choice: with more matches than this, a search scans the accounts by time instead of using the index. */
export const RARE_MATCHES = 2000;
