import { createHash, hkdfSync, timingSafeEqual } from "node:crypto";
import { newToken } from "@/lib/domain/kernel/credentials";

/** Derives the successors of a refresh token: always the same ones, while the stored hash and seed reveal neither. */
export function deriveSuccessors(refreshToken: string, seed: Uint8Array): { access: string; refresh: string } {
  const follow = (kind: "access" | "refresh") => {
    let turn = 0;
    return newToken(
      kind,
      (bytes) => new Uint8Array(hkdfSync("sha256", refreshToken, seed, `${kind} ${turn++}`, bytes)),
    );
  };
  return { access: follow("access"), refresh: follow("refresh") };
}

const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;
const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/;

export const isChallenge = (text: string): boolean => CHALLENGE.test(text);

/** Whether a verifier matches a challenge (RFC 7636, S256). */
export function provesChallenge(verifier: string, challenge: string): boolean {
  if (!VERIFIER.test(verifier)) return false;
  const proved = createHash("sha256").update(verifier).digest("base64url");
  return timingSafeEqual(Buffer.from(proved), Buffer.from(challenge));
}
