import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import type { Random } from "@/lib/domain/context";
import { base62, randomBase62 } from "@/lib/domain/id";

/** Our choices, where the contract is open. */
export const MAX_LIVE_KEYS = 25;
/** Revoked and expired keys of an account that are kept. */
export const MAX_DEAD_KEYS = 100;
/** Secrets of one key: the current one, and rotated ones in their grace. */
export const MAX_SECRETS = 10;
export const KEY_NAME_LENGTH = 60;
export const MAX_EXPIRY_DAYS = 365;
export const ROTATION_GRACE = { defaultSeconds: 86_400, maxSeconds: 604_800 };
/** A key's last use is written at most this often. */
export const LAST_USED_RESOLUTION_MS = 60_000;

const PREFIX = "pb_live_";
const RANDOM_LENGTH = 30;
const CHECK_LENGTH = 6;
const FORM = new RegExp(`^${PREFIX}[0-9A-Za-z]{${RANDOM_LENGTH + CHECK_LENGTH}}$`);

/** A new secret: prefix, 30 random characters and a checksum of what stands before it. */
export function newSecret(random: Random): string {
  const body = PREFIX + randomBase62(random, RANDOM_LENGTH);
  return body + checksum(body);
}

/** Whether it can be a key at all: a typo is found without asking the database. */
export function isWellFormed(secret: string): boolean {
  return FORM.test(secret) && secret.endsWith(checksum(secret.slice(0, -CHECK_LENGTH)));
}

export function hashSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}

/** What may be shown of a secret afterwards. */
export function visibleParts(secret: string): { prefix: string; suffix: string } {
  return { prefix: PREFIX, suffix: secret.slice(-4) };
}

const checksum = (body: string) => base62(crc32(body), CHECK_LENGTH);
