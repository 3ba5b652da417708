import { crc32 } from "node:zlib";
import type { Random } from "./context";
import { base62, randomBase62 } from "./id";

const RANDOM_LENGTH = 30;
const CHECK_LENGTH = 6;
const FORM = new RegExp(`^[0-9A-Za-z]{${RANDOM_LENGTH + CHECK_LENGTH}}$`);

/** Creates a secret: a prefix that names its kind, 30 random characters, and a checksum of both. */
export function newSecret(prefix: string, random: Random): string {
  const body = prefix + randomBase62(random, RANDOM_LENGTH);
  return body + checksum(body);
}

/** Whether a text has the form of a secret with this prefix: detects typos without a query. */
export function isWellFormed(prefix: string, secret: string): boolean {
  return (
    secret.startsWith(prefix) &&
    FORM.test(secret.slice(prefix.length)) &&
    secret.endsWith(checksum(secret.slice(0, -CHECK_LENGTH)))
  );
}

const checksum = (body: string) => base62(crc32(body), CHECK_LENGTH);
