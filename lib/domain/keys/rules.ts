import { hash } from "node:crypto";
import * as secrets from "@/lib/domain/checked-secret";
import type { Random } from "@/lib/domain/context";
import { DAY_MS } from "@/lib/domain/durations";
import { currentSandbox } from "@/lib/infra/sandbox/scope";

/** Our choices, where the contract leaves them open. */
export const MAX_LIVE_KEYS = 25;
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
/** Minimum time between two writes of a key's last use. */
export const LAST_USED_RESOLUTION_MS = 60_000;

const LIVE_PREFIX = "pb_live_";
/** The prefix of a sandbox's keys, with its id. */
const TEST_PREFIX = /^pb_test_([0-9A-Za-z]{10})_/;

const prefixOf = (secret: string): string => TEST_PREFIX.exec(secret)?.[0] ?? LIVE_PREFIX;

/** Creates a key's secret: a test key's if the caller runs in a sandbox. */
export function newSecret(random: Random): string {
  const sandbox = currentSandbox();
  return secrets.newSecret(sandbox ? `pb_test_${sandbox.id}_` : LIVE_PREFIX, random);
}

/** Whether a text has the form of a key. */
export const isWellFormed = (secret: string): boolean => secrets.isWellFormed(prefixOf(secret), secret);

/** Returns the sandbox of a test key; undefined for a live key, and for anything else. */
export const sandboxOf = (secret: string): string | undefined =>
  isWellFormed(secret) ? TEST_PREFIX.exec(secret)?.[1] : undefined;

export function hashSecret(secret: string): string {
  return hash("sha256", secret);
}

/** Returns the parts of a secret that may be shown later. */
export function visibleParts(secret: string): { prefix: string; suffix: string } {
  return { prefix: prefixOf(secret), suffix: secret.slice(-4) };
}
