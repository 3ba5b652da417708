import { createHmac } from "node:crypto";
import type { Random } from "@/lib/domain/context";
import { canDecrypt, decrypt } from "@/lib/infra/secrets";

const SECRET_PREFIX = "whsec_";
const SECRET_BYTES = 32;

/** Generates a signing secret in the format of the Standard Webhooks specification. */
export function newSigningSecret(random: Random): string {
  return SECRET_PREFIX + Buffer.from(random(SECRET_BYTES)).toString("base64");
}

interface EncryptedSecrets {
  secret: string;
  previousSecret: string | null;
  previousSecretEndsAt: Date | null;
}

/**
 * Returns the decrypted secrets that sign at `now`, newest first. A previous secret that cannot be decrypted is
 * omitted.
 * @throws UndecryptableSecret if the current one cannot be decrypted
 */
export function signingSecrets(
  { secret, previousSecret, previousSecretEndsAt }: EncryptedSecrets,
  now: Date,
): string[] {
  const overlaps =
    previousSecret !== null &&
    previousSecretEndsAt !== null &&
    previousSecretEndsAt > now &&
    canDecrypt(previousSecret);
  return (overlaps ? [secret, previousSecret] : [secret]).map(decryptCached);
}

const MAX_CACHED_SECRETS = 200;
const cachedSecrets = new Map<string, string>();

/** Deliveries of an endpoint come in bursts, and decrypting costs as much as signing. */
function decryptCached(encrypted: string): string {
  const secret = cachedSecrets.get(encrypted) ?? decrypt(encrypted);
  if (cachedSecrets.size === MAX_CACHED_SECRETS) cachedSecrets.clear();
  cachedSecrets.set(encrypted, secret);
  return secret;
}

interface SignableDelivery {
  id: string;
  event: string;
  body: string;
}

/**
 * Returns the headers of one attempt: the service's own and those of Standard Webhooks, with a signature per secret in
 * the given order. See docs/contract.md#events-and-deliveries.
 */
export function signedHeaders(
  { id, event, body }: SignableDelivery,
  secrets: readonly string[],
  signedAt: Date,
): Record<string, string> {
  const timestamp = String(Math.floor(signedAt.getTime() / 1000));
  const service = secrets.map((secret) => `v1=${hmac(secret, `${timestamp}.${body}`).toString("hex")}`);
  const standard = secrets.map(
    (secret) => `v1,${hmac(decodeSecret(secret), `${id}.${timestamp}.${body}`).toString("base64")}`,
  );
  return {
    "X-Service-Event": event,
    "X-Service-Delivery": id,
    "X-Service-Timestamp": timestamp,
    "X-Service-Signature": [`t=${timestamp}`, ...service].join(","),
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": standard.join(" "),
  };
}

/** Standard Webhooks keys its HMAC with the secret's decoded bytes; the service's own header with the whole text. */
function decodeSecret(secret: string): Buffer {
  return Buffer.from(secret.slice(SECRET_PREFIX.length), "base64");
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}
