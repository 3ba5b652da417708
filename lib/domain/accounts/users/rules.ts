import { parseUrl } from "@/lib/domain/kernel/text/parse-url.mjs";

/** What somebody enters to sign up (docs/contract.md#sign-in). */
export const HANDLE = { pattern: /^[a-z0-9_]{3,20}$/, rule: "3-20 characters: a-z, 0-9, _" };
export const NAME_LENGTH = { min: 1, max: 50 };
export const PASSWORD_LENGTH = { min: 10, max: 128 };
/** Our choice: code points of a bio, as many as of a post. */
export const BIO_LENGTH = 280;
/** Our choice: sessions of one account, which bounds its rows. Beyond, the oldest ends. */
export const MAX_SESSIONS = 100;
/** docs/contract.md#sign-in */
export const SESSION_DAYS = 30;

export const MAX_EMAIL_LENGTH = 254;

/** A domain in another script, with the full stops that its keyboards have. */
const INTERNATIONAL_DOMAIN = /^(?=.*\P{ASCII})[\p{L}\p{M}\p{N}.。．｡-]+$/u;

/** Returns a domain in ASCII, as DNS and mail servers need it (IDNA). Leaves anything else as it is. */
export function asciiDomain(domain: string): string {
  if (!INTERNATIONAL_DOMAIN.test(domain)) return domain;
  return parseUrl(`http://${domain}`)?.hostname ?? domain;
}

/** Returns a handle or an e-mail address in the form in which it is stored. */
export function normalizeLogin(login: string): string {
  const name = login.trim().toLowerCase();
  const beforeDomain = name.lastIndexOf("@") + 1;
  return beforeDomain === 0 ? name : name.slice(0, beforeDomain) + asciiDomain(name.slice(beforeDomain));
}

export const HANDLE_RESERVATION_DAYS = 90;
/** Our choice: handles reserved for one account. Otherwise they could be hoarded. */
export const MAX_RELEASED_HANDLES = 5;
/** Our choice: how long a network is known after the last sign-in from it. Addresses move to other people. */
export const NETWORK_RETENTION_DAYS = 90;

/** Days for which the owner of a closed account can open it again. */
export const REOPENING_DAYS = 14;

/** Browsers remembered per account, and days after the last sign-in (docs/contract.md#second-factors). */
export const MAX_DEVICES = 50;
export const DEVICE_RETENTION_DAYS = 400;
/** Letters about new browsers per account and hour. Beyond, the owner is notified in the app only. */
export const MAX_DEVICE_LETTERS_PER_HOUR = 5;

/** The platform's own name, which is reserved. */
export const PLATFORM_NAME = "Pegboard";

/** Handles that look like the platform itself, or like one of its pages. */
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

/** The account that SYSTEM notifications come from; a migration creates it. */
export const PLATFORM_USER_ID = "user_pegboard";

/** Acts in background work that nobody in particular requested. */
export const PLATFORM = {
  id: PLATFORM_USER_ID,
  handle: "pegboard",
  name: PLATFORM_NAME,
  image: null,
  role: "SYSTEM",
  tier: "free",
} as const;

/** Our choice: rows that an export reads at a time. Each build carries a readme. */
export const EXPORT_PAGE_ROWS = { most: 500, builds: 20 };
/** Our choice: pages that all exports together read at once: they share connections with all requests. */
export const EXPORTS_READING = 2;
/** How long the lease of a crashed export blocks the next one. Longer than reading a page, or a slow reader's pause. */
export const EXPORT_LEASE_MS = 120_000;

/** If several apply, the last one counts. */
export const ACCOUNT_STANDINGS = ["active", "limited", "suspended", "closed"] as const;
export type AccountStanding = (typeof ACCOUNT_STANDINGS)[number];
