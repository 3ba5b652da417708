import { verifyKey } from "discord-interactions";
import { INTERACTION_MAX_AGE_MS } from "./rules";

interface SignedRequest {
  /** Ed25519 over the timestamp and the raw body, 64 bytes in hex. */
  signature: string | null;
  /** Unix seconds. */
  timestamp: string | null;
  body: Uint8Array;
}

/** Whether the application's key signed this request within the last minutes. */
export async function isSignedByDiscord(
  { signature, timestamp, body }: SignedRequest,
  { publicKey, now }: { publicKey: string; now: Date },
): Promise<boolean> {
  if (!signature || !timestamp || !/^[\da-f]{128}$/i.test(signature) || !/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(now.getTime() - Number(timestamp) * 1000) > INTERACTION_MAX_AGE_MS) return false;
  return verifyKey(body, signature, timestamp, publicKey);
}
