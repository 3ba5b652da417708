import { read, type VisitorContext } from "@/lib/domain/context";
import { DomainError } from "@/lib/domain/errors";
import { sql } from "@/lib/infra/sql";
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
  const undoable = await read(
    tx,
    "emails.undoable",
    sql`SELECT 1 FROM "EmailToken" t
      WHERE t.email = ${email} AND t.purpose = 'undo_email_change' AND t."userId" <> ${userId}
        AND (t."expiresAt" > ${tx.now}::timestamptz
             OR EXISTS (SELECT FROM "ClosedAccount" c WHERE c."userId" = t."userId")) LIMIT 1`,
  );
  if (undoable.length > 0) return true;
  const where = { email, userId: { not: userId }, closedAt: { gt: closedSince(tx) } };
  return (await tx.db.closedAccount.count({ where })) > 0;
}

export function emailTaken(message = "This address belongs to another account."): DomainError {
  return new DomainError("conflict", message, { issues: [{ param: "email", message }] });
}
