import { createHmac, timingSafeEqual } from "node:crypto";
import type { VisitorContext } from "@/lib/domain/context";
import { deriveKey } from "@/lib/infra/secrets";
import { CHALLENGE_MINUTES } from "./rules";
import { MINUTE_MS } from "@/lib/domain/durations";

const TIME_BYTES = 6;
const RANDOM_BYTES = 18;
const SIGNATURE_BYTES = 16;

/** What a challenge is for: to sign somebody in, or to give an account a passkey. */
export type ChallengePurpose = "sign-in" | `register:${string}`;

/**
 * Creates a challenge. It contains its time and our signature, so that only answered challenges are stored: everybody
 * who loads the login page gets one.
 */
export function issueChallenge({ now, random }: VisitorContext, purpose: ChallengePurpose): Uint8Array<ArrayBuffer> {
  const time = Buffer.alloc(TIME_BYTES);
  time.writeUIntBE(now.getTime(), 0, TIME_BYTES);
  const signed = Buffer.concat([time, random(RANDOM_BYTES)]);
  return new Uint8Array(Buffer.concat([signed, signatureOf(signed, purpose)]));
}

/** Whether a challenge, in base64url, is one of ours for this purpose, and not too old. */
export function isOpenChallenge({ now }: VisitorContext, purpose: ChallengePurpose, challenge: string): boolean {
  const bytes = Buffer.from(challenge, "base64url");
  if (bytes.length !== TIME_BYTES + RANDOM_BYTES + SIGNATURE_BYTES) return false;
  const signed = bytes.subarray(0, TIME_BYTES + RANDOM_BYTES);
  if (!timingSafeEqual(bytes.subarray(TIME_BYTES + RANDOM_BYTES), signatureOf(signed, purpose))) return false;
  const ageMs = now.getTime() - signed.readUIntBE(0, TIME_BYTES);
  return ageMs <= CHALLENGE_MINUTES * MINUTE_MS;
}

/** Consumes an open challenge: of any number of concurrent callers, one gets true. */
export async function consumeChallenge({ db, now }: VisitorContext, challenge: string): Promise<boolean> {
  const expiresAt = new Date(now.getTime() + 2 * CHALLENGE_MINUTES * MINUTE_MS);
  const canonical = Buffer.from(challenge, "base64url").toString("base64url");
  const { count } = await db.usedChallenge.createMany({
    data: [{ challenge: canonical, expiresAt }],
    skipDuplicates: true,
  });
  return count > 0;
}

function signatureOf(signed: Uint8Array, purpose: ChallengePurpose): Buffer {
  const hmac = createHmac("sha256", deriveKey("challenges")).update(purpose).update("\0").update(signed);
  return hmac.digest().subarray(0, SIGNATURE_BYTES);
}
