/** The roles of accounts. The platform's own role cannot be given to anybody. */
export const ROLES = ["MEMBER", "EDITOR", "MODERATOR", "ADMIN"] as const;
export type StaffRole = (typeof ROLES)[number];

export const TIERS = ["free", "pro"] as const;

/** How an account stands with the site. If several apply, the last one counts. */
export const STANDINGS = ["active", "limited", "suspended", "closed"] as const;
export type Standing = (typeof STANDINGS)[number];

/** Our choice: with more matches than this, a search scans the accounts by time instead of using the index. */
export const RARE_MATCHES = 2000;
