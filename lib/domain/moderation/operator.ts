import { type AuditAction } from "@/lib/domain/audit-log/rules";
import { writeAuditEntry } from "@/lib/domain/audit-log/commands";
import { actAs, inTransaction, type VisitorContext } from "@/lib/domain/context";
import { lockUser } from "@/lib/domain/user-lock";
import { PLATFORM_USER_ID } from "@/lib/domain/users/rules";
import type { Role, Tier } from "@/lib/infra/prisma/enums";
import { suspendAccount } from "./sanctions";

interface AccountChange {
  handle: string;
  role?: Role;
  tier?: Tier;
  /** True suspends without an end, and ends sessions, rooms and webhooks as a moderator's suspension does. */
  suspended?: boolean;
}

/**
 * Changes an account's role, tier or suspension, for the operator at the terminal. Returns the account, or null if
 * there is none.
 */
export function changeAccount(ctx: VisitorContext, { handle, role, tier, suspended }: AccountChange) {
  return inTransaction(ctx, async (tx) => {
    const found = await tx.db.user.findFirst({
      where: { handle, id: { not: PLATFORM_USER_ID } },
      select: { id: true },
    });
    if (!found) return null;
    await lockUser(tx, found.id);
    const before = await tx.db.user.findUniqueOrThrow({ where: found });
    const restored = suspended === false ? { suspendedAt: before.closedAt, suspendedUntil: null } : {};
    if (suspended === true) await suspendAccount(actAs(tx, before), null);
    const after = await tx.db.user.update({ where: { id: before.id }, data: { role, tier, ...restored } });
    const changed: [AuditAction, boolean, Record<string, string>][] = [
      ["role.changed", before.role !== after.role, { from: before.role, to: after.role }],
      ["tier.changed", before.tier !== after.tier, { from: before.tier, to: after.tier }],
      ["account.suspended", suspended === true, {}],
      ["account.restored", suspended === false && before.suspendedAt !== null, {}],
    ];
    for (const [action, isChanged, details] of changed)
      if (isChanged) await writeAuditEntry(tx, { action, accountId: before.id, details });
    return after;
  });
}
