import { writeAuditEntry } from "@/lib/domain/audit-log/commands";
import { type Context, inTransaction } from "@/lib/domain/context";
import { confirmOwner } from "./confirm-owner";
import { ACCOUNT_CLOSED } from "./reactions";

/**
 * Closes the account for good. The ledger stays, since every balance must remain the sum of its rows.
 * @throws DomainError `invalid_request` for a wrong password, `proof_required` without one
 */
export async function closeAccount(ctx: Context, { password }: { password?: string }): Promise<void> {
  await confirmOwner(ctx, password);
  await inTransaction(ctx, closeAccountOf);
}

/** Closes the actor's account, whoever decided it. */
export async function closeAccountOf(tx: Context): Promise<void> {
  for (const react of ACCOUNT_CLOSED) await react(tx);
  await writeAuditEntry(tx, { action: "account.closed" });
}
