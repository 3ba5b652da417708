import { createHash, timingSafeEqual } from "node:crypto";

/** Whether an `Authorization` header carries this token. Takes the same time for every wrong token. */
export function hasBearerToken(authorization: string | null | undefined, token: string): boolean {
  return timingSafeEqual(hashOf(authorization ?? ""), hashOf(`Bearer ${token}`));
}

/** Hashes have equal length, as the comparison requires, and hide the token's length. */
const hashOf = (text: string) => createHash("sha256").update(text).digest();
