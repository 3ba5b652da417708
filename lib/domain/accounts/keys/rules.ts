import { DAY_MS } from "@/lib/domain/kernel/durations";

/** Keys of one account that are neither revoked nor expired (docs/contract.md#api-keys). */
export const MAX_ACTIVE_KEYS = 25;
/** Our choice: revoked and expired keys that are kept per account, so that the error for using one says which it is. */
export const MAX_DEAD_KEYS = 100;
/** Our choice: secrets of one key, the current one and rotated ones, which bounds its rows. */
export const MAX_SECRETS = 10;
export const KEY_NAME_LENGTH = 60;
export const MAX_EXPIRY_DAYS = 365;
export const MAX_NETWORKS = 10;
/** How long before a key expires its owner is reminded, and the shortest lifetime of a key with a reminder. */
export const REMINDER = { beforeMs: 7 * DAY_MS, shortestLifeMs: 14 * DAY_MS };
export const ROTATION_GRACE = { defaultSeconds: 86_400, maxSeconds: 604_800 };
