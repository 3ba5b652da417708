import { writeAuditEntry } from "@/lib/domain/audit-log/commands";
import { type Context, inTransaction } from "@/lib/domain/context";
import { revokeKeys as revokeOwnKeys } from "@/lib/domain/keys/commands";
import { lockOwnAccount } from "@/lib/domain/guards/locks";
import { confirmPassword, hashPassword } from "./password";
import { MAX_SESSIONS } from "./rules";
import type { PasswordChange, SessionSummary } from "./schema";

/**
 * Sets a new password and ends every session, this one included, and with `revokeKeys` revokes API keys: anybody who
 * knew the old password is locked out.
 */
export async function changePassword(
  ctx: Context,
  { currentPassword, newPassword, revokeKeys = false }: PasswordChange,
): Promise<void> {
  await confirmPassword(ctx, "currentPassword", currentPassword);
  const passwordHash = await hashPassword(ctx, newPassword);
  await inTransaction(ctx, async (tx) => {
    // Hashing takes a while: the old password may have been replaced since it was checked.
    await lockOwnAccount(tx);
    await tx.db.user.update({ where: { id: tx.actor.id }, data: { passwordHash }, select: { id: true } });
    await tx.db.session.deleteMany({ where: { userId: tx.actor.id } });
    await writeAuditEntry(tx, { action: "password.changed" });
    if (revokeKeys !== false) await revokeOwnKeys(tx, revokeKeys === true ? undefined : revokeKeys);
  });
}

export async function listSessions(ctx: Context): Promise<{ data: SessionSummary[] }> {
  const sessions = await ctx.db.session.findMany({
    where: { userId: ctx.actor.id, expiresAt: { gt: ctx.now } },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: MAX_SESSIONS,
  });
  const data = sessions.map(({ id, userAgent, createdAt, expiresAt }) => ({
    id,
    userAgent,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  }));
  return { data };
}

/** Signs out everywhere. */
export async function endAllSessions(ctx: Context): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await tx.db.session.deleteMany({ where: { userId: tx.actor.id } });
    await writeAuditEntry(tx, { action: "sessions.ended" });
  });
}
