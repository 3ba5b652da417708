import type { VisitorContext } from "@/lib/domain/context";
import { DomainError } from "@/lib/domain/errors";
import { closedSince } from "./closing";

/**
 * Whether an address that was just written to the account's row is reserved for somebody else: their account gave it
 * up and may take it back, or is closed and can be opened again. Checked after the write, which has waited for a
 * concurrent change.
 */
export async function isEmailReserved(
  tx: VisitorContext,
  { userId, email }: { userId: string; email: string },
): Promise<boolean> {
  // While the account is closed, the time to take a change back stands still.
  const isUndoable = { OR: [{ expiresAt: { gt: tx.now } }, { user: { closedAt: { not: null } } }] };
  const changed = await tx.db.emailToken.count({
    where: { email, purpose: "undo_email_change", userId: { not: userId }, ...isUndoable },
  });
  if (changed > 0) return true;
  const where = { email, userId: { not: userId }, closedAt: { gt: closedSince(tx) } };
  return (await tx.db.closedAccount.count({ where })) > 0;
}

export function emailTaken(message = "This address belongs to another account."): DomainError {
  return new DomainError("conflict", message, { issues: [{ param: "email", message }] });
}
