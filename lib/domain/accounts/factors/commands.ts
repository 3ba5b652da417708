import { writeAuditEntry } from "@/lib/domain/accounts/audit-log/commands";
import { actAs, type Context, inTransaction, read, type VisitorContext, write } from "@/lib/domain/kernel/context";
import { invalid } from "@/lib/domain/kernel/errors";
import type { TotpFactor } from "@/lib/infra/prisma/client";
import { readAccount } from "@/lib/domain/accounts/users/account";
import { requirePassword } from "@/lib/domain/accounts/users/password";
import { countingWrongProofs } from "@/lib/domain/accounts/users/proof-attempts";
import { recordSecurityChange } from "./security-change";
import { acceptAssertion } from "./passkeys";
import { countRecoveryCodes } from "./queries";
import { consumeRecoveryCode, deleteRecoveryCodes, deleteUnneededCodes } from "./recovery-codes";
import type { Proof } from "./schema";
import { acceptTotpCode, wrongCode } from "./totp";

/** Accepts a code of an authenticator app or a recovery code, once. Notifies the owner of a used recovery code. */
export async function acceptCode(ctx: VisitorContext, userId: string, code: string): Promise<boolean> {
  if (await acceptTotpCode(ctx, userId, code)) return true;
  return inTransaction(ctx, async (tx) => {
    if (!(await consumeRecoveryCode(tx, userId, code))) return false;
    const [account, left] = await Promise.all([readAccount(tx, userId), countRecoveryCodes(tx, userId)]);
    const what = `One of your recovery codes was used; you have ${left} left.`;
    await recordSecurityChange(actAs(tx, account), "recovery-code.used", what);
    return true;
  });
}

/**
 * Proves that the session's holder is the account's owner, for acts that require it. Wrong attempts are counted like
 * those of a sign-in.
 * @throws DomainError `invalid_request` that names the field, or `rate_limited`
 */
export async function proveIdentity(ctx: Context, proof: Proof): Promise<void> {
  await countingWrongProofs(ctx, () => requireProof(ctx, proof));
  await write(ctx, "sessions.recordProof")`
    UPDATE "Session" SET "provenAt" = ${ctx.now} WHERE id = ${ctx.session?.id ?? ""} AND "userId" = ${ctx.actor.id}`;
}

async function requireProof(ctx: Context, { password, code, passkey }: Proof): Promise<void> {
  if (password !== undefined) return requirePassword(ctx, "password", password);
  if (code !== undefined && !(await acceptCode(ctx, ctx.actor.id, code))) throw wrongCode("code");
  if (passkey && (await acceptAssertion(ctx, passkey)) !== ctx.actor.id)
    throw invalid([{ param: "passkey", message: "This isn’t one of your passkeys, or it took too long. Try again." }]);
}

/** Turns off every factor of an account, for an owner who lost them. The operator has verified their identity. */
export async function resetFactors(ctx: Context): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await deleteOwnFactors(tx);
    const what = "Whoever runs the site turned off all second factors of your account.";
    await recordSecurityChange(tx, "factors.reset", what);
  });
}

export async function deleteOwnFactors(tx: Context): Promise<void> {
  await Promise.all([
    write(tx, "totp.deleteOwn")`DELETE FROM "TotpFactor" WHERE "userId" = ${tx.actor.id}`,
    write(tx, "passkeys.deleteOwn")`DELETE FROM "Passkey" WHERE "userId" = ${tx.actor.id}`,
    deleteRecoveryCodes(tx),
  ]);
}

/** Returns the factors' names. */
export async function deleteFactorsSince(tx: Context, since: Date): Promise<string[]> {
  const { id: userId } = tx.actor;
  const [apps, passkeys] = await Promise.all([
    // Deletes an unconfirmed one as well, because whoever began it has its secret.
    read<Pick<TotpFactor, "name" | "confirmedAt">>(tx, "totp.deleteSince")`
      DELETE FROM "TotpFactor" WHERE "userId" = ${userId} AND ("confirmedAt" IS NULL OR "confirmedAt" >= ${since})
      RETURNING name, "confirmedAt"`,
    read<{ name: string }>(tx, "passkeys.deleteSince")`
      WITH deleted AS (
        DELETE FROM "Passkey" WHERE "userId" = ${userId} AND "createdAt" >= ${since} RETURNING name, "createdAt")
      SELECT name FROM deleted ORDER BY "createdAt"`,
    write(tx, "recoveryCodes.deleteSince")`
      DELETE FROM "RecoveryCode" WHERE "userId" = ${userId} AND "createdAt" >= ${since}`,
  ]);
  await deleteUnneededCodes(tx);
  const names = [...apps.filter(({ confirmedAt }) => confirmedAt), ...passkeys].map(({ name }) => name);
  for (const name of names) await writeAuditEntry(tx, { action: "factor.removed", details: { name } });
  return names;
}
