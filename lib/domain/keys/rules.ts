import { DAY_MS } from "@/lib/domain/durations";

/** Our choices, where the contract leaves them open. */
export const MAX_ACTIVE_KEYS = 25;
/** Revoked and expired keys that are kept per account. */
export const MAX_DEAD_KEYS = 100;
/** Secrets of one key: the current one, and rotated ones in their grace period. */
export const MAX_SECRETS = 10;
export const KEY_NAME_LENGTH = 60;
export const MAX_EXPIRY_DAYS = 365;
export const MAX_NETWORKS = 10;
/** How long before a key expires its owner is reminded, and the shortest lifetime of a key with a reminder. */
export const REMINDER = { beforeMs: 7 * DAY_MS, shortestLifeMs: 14 * DAY_MS };
export const ROTATION_GRACE = { defaultSeconds: 86_400, maxSeconds: 604_800 };
