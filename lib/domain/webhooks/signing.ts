import { createHmac } from "node:crypto";
import { secretBytes } from "./secret";

interface Signable {
  id: string;
  event: string;
  body: string;
}

/** The headers of one attempt: ours (6) and those of Standard Webhooks, signed with each secret, the newest first. */
export function signedHeaders(
  { id, event, body }: Signable,
  secrets: readonly string[],
  signedAt: Date,
): Record<string, string> {
  const timestamp = String(Math.floor(signedAt.getTime() / 1000));
  const ours = secrets.map((secret) => `v1=${hmac(secret, `${timestamp}.${body}`).toString("hex")}`);
  const standard = secrets.map(
    (secret) => `v1,${hmac(secretBytes(secret), `${id}.${timestamp}.${body}`).toString("base64")}`,
  );
  return {
    "X-Service-Event": event,
    "X-Service-Delivery": id,
    "X-Service-Timestamp": timestamp,
    "X-Service-Signature": [`t=${timestamp}`, ...ours].join(","),
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": standard.join(" "),
  };
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}
