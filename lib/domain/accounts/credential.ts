import type { VisitorContext, Context } from "@/lib/domain/context";
import { conflict } from "@/lib/domain/errors";
import { passwordFingerprint } from "@/lib/domain/users/email-tokens";
import { requireRecentProof } from "@/lib/domain/guards/recent-proof";
import { confirmPassword } from "@/lib/domain/users/password";

/** What somebody has just used to prove that they own an account. */
export type Credential =
  { passwordFingerprint: string } | { passkeyId: string } | { provider: string; providerAccountId: string };

/**
 * Rejects a credential that was replaced or removed while it was being checked. Replacing it ended all sessions, and a
 * session that begins a moment later would survive. Requires the account to be locked.
 * @throws DomainError `conflict`
 */
export async function requireCurrent(tx: VisitorContext, userId: string, credential: Credential): Promise<void> {
  if (await isCurrent(tx, userId, credential)) return;
  throw conflict("The way you sign in was changed at this moment. Try again.");
}

async function isCurrent({ db }: VisitorContext, userId: string, credential: Credential): Promise<boolean> {
  if ("passwordFingerprint" in credential) {
    const { passwordHash } = await db.user.findUniqueOrThrow({ where: { id: userId }, select: { passwordHash: true } });
    return passwordFingerprint(passwordHash) === credential.passwordFingerprint;
  }
  if ("passkeyId" in credential) return (await db.passkey.count({ where: { id: credential.passkeyId, userId } })) > 0;
  const { provider, providerAccountId } = credential;
  return (await db.oAuthAccount.count({ where: { provider, providerAccountId, userId } })) > 0;
}

/**
 * Confirms that the actor is the account's owner: by the password in the request, or by the session's recent proof.
 * @throws DomainError `invalid_request` for a wrong password, `proof_required` without one
 */
export async function confirmOwner(ctx: Context, password: string | undefined): Promise<void> {
  if (password === undefined) requireRecentProof(ctx);
  else await confirmPassword(ctx, "password", password);
}
