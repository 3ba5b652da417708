import { writeAuditEntry } from "@/lib/domain/audit-log/commands";
import { type Context, inTransaction } from "@/lib/domain/context";
import { DomainError } from "@/lib/domain/errors";
import { record } from "@/lib/domain/events/commands";
import { lockAdmins, rejectLastAdmin } from "@/lib/domain/last-admin";
import { confirmOwner } from "./confirm-owner";
import { CLOSING, lockForClosing } from "./closing";
import { keepForReopening } from "./reopening";

/**
 * Closes the account: hides it from everybody at once, and lets its owner open it again for `REOPENING_DAYS`. The
 * ledger stays, since every balance must remain the sum of its rows.
 * @throws DomainError `invalid_request` for a wrong password, `proof_required` without one; `conflict` for the last
 *   admin
 */
export async function closeAccount(ctx: Context, { password }: { password?: string }): Promise<void> {
  await confirmOwner(ctx, password);
  await inTransaction(ctx, async (tx) => {
    const isAdmin = tx.actor.role === "ADMIN";
    if (isAdmin) rejectLastAdmin(await lockAdmins(tx), tx.actor.id);
    await lockForClosing(tx, tx.actor.id);
    const was = await keepForReopening(tx);
    if (!was) return;
    for (const step of CLOSING) await step(tx);
    if (!isAdmin) await rejectNewAdmin(tx);
    await writeAuditEntry(tx, { action: "account.closed" });
    const { id: userId, handle, email } = was;
    const letters = email === null ? [] : [{ kind: "account-closed" as const, userId, email, handle }];
    await record(tx, "account.closed", {}, { subjectId: userId, letters });
  });
}

/**
 * Rejects an account that became an admin since the request began, and may be the only one. Requires its row to be
 * locked.
 */
async function rejectNewAdmin({ db, actor }: Context): Promise<void> {
  const { role } = await db.user.findUniqueOrThrow({ where: { id: actor.id }, select: { role: true } });
  if (role === "ADMIN") throw new DomainError("conflict", "You were made an admin just now. Try again.");
}

/**
 * Closes the actor's account, which is locked for it, by the decision of the moderator `closedBy`. While the decision
 * stands, its owner cannot open it again; within the same period, an appeal can
 * (docs/contract.md#reports-and-moderation).
 */
export async function closeByDecision(tx: Context, { closedBy }: { closedBy: string }): Promise<void> {
  if (await keepForReopening(tx)) for (const step of CLOSING) await step(tx);
  await writeAuditEntry(tx, { action: "account.closed", accountId: tx.actor.id, actorId: closedBy });
}
