import { writeAuditEntry } from "@/lib/domain/accounts/audit-log/commands";
import { type Context, inTransaction, read, write } from "@/lib/domain/kernel/context";
import { conflict, forbidden, notFound } from "@/lib/domain/kernel/errors";
import { verifiedEmail } from "@/lib/domain/accounts/mail/outbox";
import { record } from "@/lib/domain/consequences/events/commands";
import { lockAdmins, rejectLastAdmin } from "@/lib/domain/kernel/locks";
import { requireRecentProof } from "@/lib/domain/accounts/guards/recent-proof";
import { requireAdmin } from "@/lib/domain/accounts/guards/staff";
import type { User } from "@/lib/infra/prisma/client";
import type { Role, Tier } from "@/lib/infra/prisma/enums";
import { getAccount } from "./queries";
import type { AccountDetails, RoleChange, TierChange } from "./schema";
import type { StaffRole } from "./rules";

/**
 * Changes an account's role, and notifies its owner. At least one admin who can sign in always remains.
 * @throws DomainError `forbidden`, `proof_required`, `not_found`; `conflict` for the last admin and for closed accounts
 */
export async function changeRole(ctx: Context, { id, role }: RoleChange & { id: string }): Promise<AccountDetails> {
  requireAdmin(ctx);
  requireRecentProof(ctx);
  await inTransaction(ctx, async (tx) => {
    const admins = await lockFellowAdmins(tx);
    const account = await lockOpenAccount(tx, id);
    if (account.role === role) return;
    if (role !== "ADMIN") rejectLastAdmin(admins, id);
    await write(tx, "administration.changeRole")`UPDATE "User" SET role = ${role}::"Role" WHERE id = ${id}`;
    await writeAuditEntry(tx, { action: "role.changed", accountId: id, details: { from: account.role, to: role } });
    const notification = { userIds: [id], ...roleNotification(account.role, role) };
    const addressee = { userId: id, email: verifiedEmail(account), handle: account.handle };
    const letters = [{ kind: "role-changed" as const, ...addressee, what: notification.preview }];
    await record(
      tx,
      "role.changed",
      { userId: id },
      { subjectId: tx.requestId, notifications: [notification], letters },
    );
  });
  return getAccount(ctx, { id });
}

/** Notifies the owner. @throws DomainError `forbidden`, `not_found`; `conflict` for closed accounts */
export async function changeTier(ctx: Context, { id, tier }: TierChange & { id: string }): Promise<AccountDetails> {
  requireAdmin(ctx);
  await inTransaction(ctx, async (tx) => {
    await lockFellowAdmins(tx);
    const account = await lockOpenAccount(tx, id);
    if (account.tier === tier) return;
    await write(tx, "administration.changeTier")`UPDATE "User" SET tier = ${tier}::"Tier" WHERE id = ${id}`;
    await writeAuditEntry(tx, { action: "tier.changed", accountId: id, details: { from: account.tier, to: tier } });
    const notification = { userIds: [id], ...tierNotification(tier) };
    await record(tx, "tier.changed", { userId: id }, { subjectId: tx.requestId, notifications: [notification] });
  });
  return getAccount(ctx, { id });
}

/** Locks all admins, and requires that the actor still is one. @throws DomainError `forbidden` */
async function lockFellowAdmins(tx: Context): Promise<string[]> {
  const admins = await lockAdmins(tx);
  if (!admins.includes(tx.actor.id)) throw forbidden("This is for admins.");
  return admins;
}

type LockedAccount = Pick<User, "handle" | "role" | "tier" | "email" | "emailVerifiedAt" | "closedAt">;

async function lockOpenAccount(tx: Context, id: string): Promise<LockedAccount> {
  const [account] = await read<LockedAccount>(tx, "administration.lock")`
    SELECT handle, role, tier, email, "emailVerifiedAt", "closedAt" FROM "User" WHERE id = ${id} AND role <> 'SYSTEM'
    FOR NO KEY UPDATE`;
  if (!account) throw notFound();
  if (account.closedAt) throw conflict("This account is closed.");
  return account;
}

const GIVEN: Record<Exclude<StaffRole, "MEMBER">, { preview: string; link: string }> = {
  EDITOR: { preview: "You are an editor now: you write the blog and the news.", link: "/blog/new" },
  MODERATOR: { preview: "You are a moderator now: you decide on what people report.", link: "/moderation" },
  ADMIN: { preview: "You are an admin of this site now.", link: "/admin" },
};

const FORMER: Record<Role, string> = {
  MEMBER: "a member",
  EDITOR: "an editor",
  MODERATOR: "a moderator",
  ADMIN: "an admin",
  SYSTEM: "the platform",
};

function roleNotification(from: Role, to: StaffRole): { preview: string; link: string } {
  if (to !== "MEMBER") return GIVEN[to];
  return { preview: `You are no longer ${FORMER[from]} of this site.`, link: "/settings/security" };
}

function tierNotification(tier: Tier): { preview: string; link: string } {
  const preview =
    tier === "pro"
      ? "Your account is on the pro tier now: your API keys may make more requests."
      : "Your account is on the free tier now, with its limits for API keys.";
  return { preview, link: "/settings/developer" };
}
