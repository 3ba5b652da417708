import { createHmac } from "node:crypto";
import type { Random } from "@/lib/domain/kernel/id";

const SECRET_PREFIX = "whsec_";
const SECRET_BYTES = 32;

/** Generates a signing secret in the format of the Standard Webhooks specification. */
export function newSigningSecret(random: Random): string {
  return SECRET_PREFIX + Buffer.from(random(SECRET_BYTES)).toString("base64");
}

/**
 * Returns our own headers and those of Standard Webhooks, signed by each secret in order
 * (docs/contract.md#events-and-deliveries).
 */
export function signedHeaders(
  { id, event, body }: { id: string; event: string; body: string },
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
