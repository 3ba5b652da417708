import type { Random } from "@/lib/domain/context";
import { canDecrypt, openSecret } from "@/lib/infra/secrets";

const PREFIX = "whsec_";
const SECRET_BYTES = 32;

/** A new signing secret as the Standard Webhooks specification writes it. */
export function newSigningSecret(random: Random): string {
  return PREFIX + Buffer.from(random(SECRET_BYTES)).toString("base64");
}

/** The bytes that a secret stands for. */
export function secretBytes(secret: string): Buffer {
  return Buffer.from(secret.slice(PREFIX.length), "base64");
}

interface SealedSecrets {
  secret: string;
  previousSecret: string | null;
  previousSecretEndsAt: Date | null;
}

/**
 * The secrets that sign at a moment, the newest first. A previous one that cannot be decrypted is left out.
 * @throws UndecryptableSecret
 */
export function signingSecrets({ secret, previousSecret, previousSecretEndsAt }: SealedSecrets, now: Date): string[] {
  const overlaps =
    previousSecret !== null &&
    previousSecretEndsAt !== null &&
    previousSecretEndsAt > now &&
    canDecrypt(previousSecret);
  return (overlaps ? [secret, previousSecret] : [secret]).map(openOnce);
}

const MOST_OPEN = 200;
const open = new Map<string, string>();

/** Deliveries of an endpoint come many at a time, and opening costs as much as signing. */
function openOnce(sealed: string): string {
  const secret = open.get(sealed) ?? openSecret(sealed);
  if (open.size === MOST_OPEN) open.clear();
  open.set(sealed, secret);
  return secret;
}
