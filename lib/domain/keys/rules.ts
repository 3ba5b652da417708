import { hash } from "node:crypto";
import * as secrets from "@/lib/domain/checked-secret";
import type { Random } from "@/lib/domain/context";
import { DAY_MS } from "@/lib/domain/durations";

/** Our choices, where the contract leaves them open. */
export const MAX_LIVE_KEYS = 25;
/** Revoked and expired keys that are kept per account. */
export const MAX_DEAD_KEYS = 100;
/** Secrets of one key: the current one, and rotated ones in their grace period. */
export const MAX_SECRETS = 10;
export const KEY_NAME_LENGTH = 60;
export const MAX_EXPIRY_DAYS = 365;
export const MAX_NETWORKS = 10;
/** How long before its end the owner of a key is told, and the shortest life of a key for which that is done. */
export const REMINDER = { beforeMs: 7 * DAY_MS, shortestLifeMs: 14 * DAY_MS };
export const ROTATION_GRACE = { defaultSeconds: 86_400, maxSeconds: 604_800 };
/** Minimum time between two writes of a key's last use. */
export const LAST_USED_RESOLUTION_MS = 60_000;

const PREFIX = "pb_live_";

export const newSecret = (random: Random): string => secrets.newSecret(PREFIX, random);

/** Whether a text can be a key at all. */
export const isWellFormed = (secret: string): boolean => secrets.isWellFormed(PREFIX, secret);

export function hashSecret(secret: string): string {
  return hash("sha256", secret);
}

/** Returns the parts of a secret that may be shown later. */
export function visibleParts(secret: string): { prefix: string; suffix: string } {
  return { prefix: PREFIX, suffix: secret.slice(-4) };
}
