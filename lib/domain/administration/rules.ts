/** What an account can be. The platform's own role is not given to anybody. */
export const ROLES = ["MEMBER", "EDITOR", "MODERATOR", "ADMIN"] as const;
export type StaffRole = (typeof ROLES)[number];

export const TIERS = ["free", "pro"] as const;

/** How an account stands with the site. Of several the last one counts. */
export const STANDINGS = ["active", "limited", "suspended", "closed"] as const;
export type Standing = (typeof STANDINGS)[number];

/** Our choice: with more matches a search goes through the accounts by time, rather than through the index. */
export const RARE_MATCHES = 2000;
