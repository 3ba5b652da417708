import { hash } from "node:crypto";
import { crc32 } from "node:zlib";
import type { Random } from "@/lib/domain/context";
import { DAY_MS } from "@/lib/domain/durations";
import { base62, randomBase62 } from "@/lib/domain/id";

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
const RANDOM_LENGTH = 30;
const CHECK_LENGTH = 6;
const FORM = new RegExp(`^${PREFIX}[0-9A-Za-z]{${RANDOM_LENGTH + CHECK_LENGTH}}$`);

/** Creates a secret: prefix, 30 random characters and a checksum of both. */
export function newSecret(random: Random): string {
  const body = PREFIX + randomBase62(random, RANDOM_LENGTH);
  return body + checksum(body);
}

/** Whether a text can be a key at all: finds typos without a query. */
export function isWellFormed(secret: string): boolean {
  return FORM.test(secret) && secret.endsWith(checksum(secret.slice(0, -CHECK_LENGTH)));
}

export function hashSecret(secret: string): string {
  return hash("sha256", secret);
}

/** Returns the parts of a secret that may be shown later. */
export function visibleParts(secret: string): { prefix: string; suffix: string } {
  return { prefix: PREFIX, suffix: secret.slice(-4) };
}

const checksum = (body: string) => base62(crc32(body), CHECK_LENGTH);
