import { writeAuditEntry } from "@/lib/domain/audit-log/commands";
import { type Context, inTransaction } from "@/lib/domain/context";
import { record } from "@/lib/domain/events/commands";
import { confirmOwner } from "./confirm-owner";
import { ACCOUNT_CLOSED, ACCOUNT_GONE } from "./reactions";
import { keepWayBack } from "./reopening";

/**
 * Closes the account: it is gone for everybody at once, and its owner can open it again for `WAY_BACK_DAYS`. The ledger
 * stays, since every balance must remain the sum of its rows.
 * @throws DomainError `invalid_request` for a wrong password, `proof_required` without one
 */
export async function closeAccount(ctx: Context, { password }: { password?: string }): Promise<void> {
  await confirmOwner(ctx, password);
  await inTransaction(ctx, async (tx) => {
    const was = await keepWayBack(tx);
    if (!was) return;
    for (const react of ACCOUNT_CLOSED) await react(tx);
    await writeAuditEntry(tx, { action: "account.closed" });
    const { id: userId, handle, email } = was;
    const letters = email === null ? [] : [{ kind: "account-closed" as const, userId, email, handle }];
    await record(tx, "account.closed", {}, { subjectId: userId, letters });
  });
}

/** Closes the actor's account for good, as the moderator `closedBy` decided. Its owner cannot open it again. */
export async function closeForGood(tx: Context, { closedBy }: { closedBy: string }): Promise<void> {
  await tx.db.closedAccount.deleteMany({ where: { userId: tx.actor.id } });
  for (const react of [...ACCOUNT_CLOSED, ...ACCOUNT_GONE]) await react(tx);
  await writeAuditEntry(tx, { action: "account.closed", accountId: tx.actor.id, actorId: closedBy });
}
