import type { Context } from "@/lib/domain/context";
import { requireRecentProof } from "@/lib/domain/recent-proof";
import { confirmPassword } from "@/lib/domain/users/password";

/**
 * Confirms that the actor is the account's owner: by the password that came with the act, or by the session's recent
 * proof.
 * @throws DomainError `invalid_request` for a wrong password, `proof_required` without one
 */
export async function confirmOwner(ctx: Context, password: string | undefined): Promise<void> {
  if (password === undefined) requireRecentProof(ctx);
  else await confirmPassword(ctx, "password", password);
}
