import type { VisitorContext } from "./context";
import { MINUTE_MS } from "./durations";
import { DomainError } from "./errors";

/** For how long a proof of identity is good for acts that could lock an account's owner out. */
export const PROOF_MINUTES = 10;

/**
 * Requires that whoever holds the session has recently proved to be the account's owner: by signing in, or by their
 * password or a factor since.
 * @throws DomainError `proof_required`
 */
export function requireRecentProof({ session, now }: Pick<VisitorContext, "session" | "now">): void {
  if (session && now.getTime() - session.provenAt.getTime() <= PROOF_MINUTES * MINUTE_MS) return;
  throw new DomainError("proof_required", "Prove that it’s you first, with your password or a second factor.");
}
