import type { VisitorContext } from "@/lib/domain/kernel/context";
import { MINUTE_MS } from "@/lib/domain/kernel/durations";
import { DomainError } from "@/lib/domain/kernel/errors";

/** How long a proof of identity is valid for acts that could lock an account's owner out. */
const PROOF_MINUTES = 10;

/** Requires a recent sign-in, password or factor of the account's owner. @throws DomainError `proof_required` */
export function requireRecentProof({ session, now }: Pick<VisitorContext, "session" | "now">): void {
  if (session && now.getTime() - session.provenAt.getTime() <= PROOF_MINUTES * MINUTE_MS) return;
  throw new DomainError("proof_required", "Prove that it’s you first, with your password or a second factor.");
}
