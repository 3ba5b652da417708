import { hash } from "node:crypto";
import { crc32 } from "node:zlib";
import { currentSandbox } from "@/lib/infra/sandbox/scope";
import { base62, type Random, randomBase62 } from "./id";

const RANDOM_LENGTH = 30;
const CHECK_LENGTH = 6;
const FORM = new RegExp(`^[0-9A-Za-z]{${RANDOM_LENGTH + CHECK_LENGTH}}$`);

/** Creates a secret: a prefix that names its kind, 30 random characters, and a checksum of both. */
function newSecret(prefix: string, random: Random): string {
  const body = prefix + randomBase62(random, RANDOM_LENGTH);
  return body + checksum(body);
}

/** Detects typos without a query. */
function isWellFormed(prefix: string, secret: string): boolean {
  return (
    secret.startsWith(prefix) &&
    FORM.test(secret.slice(prefix.length)) &&
    secret.endsWith(checksum(secret.slice(0, -CHECK_LENGTH)))
  );
}

const checksum = (body: string) => base62(crc32(body), CHECK_LENGTH);

const LIVE_PREFIX = "pb_live_";
/** The prefix of a sandbox's keys, with its id. */
const TEST_PREFIX = /^pb_test_([0-9A-Za-z]{10})_/;

const keyPrefixOf = (secret: string): string => TEST_PREFIX.exec(secret)?.[0] ?? LIVE_PREFIX;

/** Creates an API key: a test key if the caller runs in a sandbox. */
export function newKey(random: Random): string {
  const sandbox = currentSandbox();
  return newSecret(sandbox ? `pb_test_${sandbox.id}_` : LIVE_PREFIX, random);
}

export const isKey = (text: string): boolean => isWellFormed(keyPrefixOf(text), text);

/** Returns the sandbox of a test key; undefined for a live key, and for anything else. */
export const sandboxOf = (key: string): string | undefined => (isKey(key) ? TEST_PREFIX.exec(key)?.[1] : undefined);

/** Returns the parts of a key that may be shown later. */
export function visibleParts(key: string): { prefix: string; suffix: string } {
  return { prefix: keyPrefixOf(key), suffix: key.slice(-4) };
}

const TOKEN_PREFIXES = {
  access: "pb_access_",
  refresh: "pb_refresh_",
  code: "pb_code_",
  device: "pb_device_",
  client: "pb_client_",
};

type TokenKind = keyof typeof TOKEN_PREFIXES;

export const newToken = (kind: TokenKind, random: Random): string => newSecret(TOKEN_PREFIXES[kind], random);

export const isToken = (kind: TokenKind, text: string): boolean => isWellFormed(TOKEN_PREFIXES[kind], text);

export const isCredential = (text: string): boolean => isKey(text) || isToken("access", text);

export const hashSecret = (secret: string): string => hash("sha256", secret);
