import { writeAuditEntry } from "@/lib/domain/audit-log/commands";
import { type Context, inTransaction } from "@/lib/domain/context";
import { lockOwnAccount } from "@/lib/domain/guards/locks";
import { revokeKeys as revokeOwnKeys } from "@/lib/domain/keys/commands";
import { confirmPassword, hashPassword } from "@/lib/domain/users/password";
import type { PasswordChange } from "@/lib/domain/users/schema";
import { endAccess, ONCE_CHANGED } from "./access";

/**
 * Sets a new password and ends everything that the old one gave access to, this session included. With `revokeKeys`
 * also revokes API keys, which locks out anybody who knew the old password.
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
    await endAccess(tx, ONCE_CHANGED);
    await writeAuditEntry(tx, { action: "password.changed" });
    if (revokeKeys !== false) await revokeOwnKeys(tx, revokeKeys === true ? undefined : revokeKeys);
  });
}
