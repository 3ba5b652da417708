import { writeAuditEntry } from "@/lib/domain/audit-log/commands";
import { actAs, type Context, idFor, inTransaction } from "@/lib/domain/context";
import { record } from "@/lib/domain/events/commands";
import { outranks } from "@/lib/domain/staff";
import { lockUser } from "@/lib/domain/user-lock";
import { decisionLetter, decisionNotice } from "./messages";
import { suspendAccount } from "./sanctions";

interface Suspension {
  userId: string;
  reason: string;
  until: Date;
}

/**
 * Suspends an account without a report. Notifies its owner of the reason; they can appeal. Returns false, and changes
 * nothing, if the account is suspended already, or belongs to staff of the actor's rank or above.
 */
export function suspendByDecision(ctx: Context, { userId, reason, until }: Suspension): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    await lockUser(tx, userId);
    const account = await tx.db.user.findUnique({ where: { id: userId } });
    // Closing an account sets both times alike.
    const isSuspended = account?.suspendedAt?.getTime() !== account?.closedAt?.getTime();
    if (!account || isSuspended || !outranks(tx.actor.role, account.role)) return false;
    const decision = { action: "suspend", subjectType: "user", reason } as const;
    const decisionId = idFor(tx, "dec");
    await tx.db.decision.create({
      data: {
        ...decision,
        id: decisionId,
        moderatorId: tx.actor.id,
        accountId: userId,
        subjectId: userId,
        until,
        createdAt: tx.now,
      },
      select: { id: true },
    });
    const about = { ...decision, decisionId, until: until.toISOString() };
    const notices = [{ userIds: [userId], ...decisionNotice(about) }];
    const letters = account.email === null ? [] : [decisionLetter(about, { ...account, email: account.email })];
    await record(tx, "report.decided", { decisionId }, { subjectId: decisionId, notices, letters });
    await suspendAccount(actAs(tx, account), until);
    const details = { decisionId, decision: "suspend", subject: "user", subjectId: userId };
    await writeAuditEntry(tx, { action: "report.decided", accountId: userId, details });
    return true;
  });
}
