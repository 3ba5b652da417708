import { writeAuditEntry } from "@/lib/domain/audit-log/commands";
import { type Context, inTransaction } from "@/lib/domain/context";
import { DomainError, notFound } from "@/lib/domain/errors";
import { record } from "@/lib/domain/events/commands";
import { lockAdmins, rejectLastAdmin, lockUser } from "@/lib/domain/guards/locks";
import { requireRecentProof } from "@/lib/domain/guards/recent-proof";
import { requireAdmin } from "@/lib/domain/guards/staff";
import type { User } from "@/lib/infra/prisma/client";
import { roleNotice, tierNotice } from "./messages";
import { getAccount } from "./queries";
import type { AccountDetails, RoleChange, TierChange } from "./schema";

/**
 * Changes an account's role, and notifies its owner. At least one admin who can sign in always remains.
 * @throws DomainError `forbidden`, `proof_required`, `not_found`; `conflict` for the last admin and for closed accounts
 */
export async function changeRole(ctx: Context, { id, role }: RoleChange & { id: string }): Promise<AccountDetails> {
  requireAdmin(ctx);
  requireRecentProof(ctx);
  await inTransaction(ctx, async (tx) => {
    const admins = await lockFellowAdmins(tx);
    const account = await lockAccount(tx, id);
    if (account.role === role) return;
    if (role !== "ADMIN") rejectLastAdmin(admins, id);
    await tx.db.user.update({ where: { id }, data: { role }, select: { id: true } });
    await writeAuditEntry(tx, { action: "role.changed", accountId: id, details: { from: account.role, to: role } });
    const { preview, link } = roleNotice(account.role, role);
    const { email, emailVerifiedAt, handle } = account;
    const isReachable = email !== null && emailVerifiedAt !== null;
    await record(
      tx,
      "role.changed",
      { userId: id },
      {
        subjectId: tx.requestId,
        notices: [{ userIds: [id], preview, link }],
        letters: isReachable ? [{ kind: "role-changed", userId: id, email, handle, what: preview }] : [],
      },
    );
  });
  return getAccount(ctx, { id });
}

/**
 * Changes an account's tier, and notifies its owner.
 * @throws DomainError `forbidden`, `not_found`; `conflict` for closed accounts
 */
export async function changeTier(ctx: Context, { id, tier }: TierChange & { id: string }): Promise<AccountDetails> {
  requireAdmin(ctx);
  await inTransaction(ctx, async (tx) => {
    await lockFellowAdmins(tx);
    const account = await lockAccount(tx, id);
    if (account.tier === tier) return;
    await tx.db.user.update({ where: { id }, data: { tier }, select: { id: true } });
    await writeAuditEntry(tx, { action: "tier.changed", accountId: id, details: { from: account.tier, to: tier } });
    const notice = { userIds: [id], ...tierNotice(tier) };
    await record(tx, "tier.changed", { userId: id }, { subjectId: tx.requestId, notices: [notice] });
  });
  return getAccount(ctx, { id });
}

/**
 * Locks all admins, and requires that the actor still is one.
 * @throws DomainError `forbidden`
 */
async function lockFellowAdmins(tx: Context): Promise<string[]> {
  const admins = await lockAdmins(tx);
  if (!admins.includes(tx.actor.id)) throw new DomainError("forbidden", "This is for admins.");
  return admins;
}

async function lockAccount(tx: Context, id: string): Promise<User> {
  await lockUser(tx, id);
  const account = await tx.db.user.findUnique({ where: { id, role: { not: "SYSTEM" } } });
  if (!account) throw notFound();
  if (account.closedAt) throw new DomainError("conflict", "This account is closed.");
  return account;
}
