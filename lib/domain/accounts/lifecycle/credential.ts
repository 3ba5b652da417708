import { type Context, read, type VisitorContext } from "@/lib/domain/kernel/context";
import { conflict } from "@/lib/domain/kernel/errors";
import { readAccount } from "@/lib/domain/accounts/users/account";
import { passwordFingerprint } from "@/lib/domain/accounts/users/email-tokens";
import { requireRecentProof } from "@/lib/domain/accounts/guards/recent-proof";
import { confirmPassword } from "@/lib/domain/accounts/users/password";

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

async function isCurrent(tx: VisitorContext, userId: string, credential: Credential): Promise<boolean> {
  if ("passwordFingerprint" in credential)
    return passwordFingerprint((await readAccount(tx, userId)).passwordHash) === credential.passwordFingerprint;
  const own = await ("passkeyId" in credential
    ? read<{ id: string }>(tx, "passkeys.own")`
        SELECT id FROM "Passkey" WHERE id = ${credential.passkeyId} AND "userId" = ${userId}`
    : read<{ provider: string }>(tx, "oauth.own")`
        SELECT provider FROM "OAuthAccount" WHERE provider = ${credential.provider}
           AND "providerAccountId" = ${credential.providerAccountId} AND "userId" = ${userId}`);
  return own.length > 0;
}

/**
 * Requires the password if one is given, else a recent proof of identity.
 * @throws DomainError `invalid_request` for a wrong password, `proof_required` without one
 */
export async function confirmOwner(ctx: Context, password: string | undefined): Promise<void> {
  if (password === undefined) requireRecentProof(ctx);
  else await confirmPassword(ctx, "password", password);
}
