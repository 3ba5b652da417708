import type { VisitorContext } from "@/lib/domain/context";
import { DomainError } from "@/lib/domain/errors";

/**
 * Claims an address that was just written to the account's row. Checked after the write, which has waited for a
 * concurrent change.
 * @throws DomainError `conflict` if somebody else's account gave it up and may still take it back
 */
export async function claimEmail(
  tx: VisitorContext,
  { userId, email }: { userId: string; email: string },
): Promise<void> {
  const reserved = await tx.db.emailToken.count({
    where: { email, purpose: "undo_email_change", userId: { not: userId }, expiresAt: { gt: tx.now } },
  });
  if (reserved > 0) throw emailTaken();
}

export function emailTaken(message = "This address belongs to another account."): DomainError {
  return new DomainError("conflict", message, { issues: [{ param: "email", message }] });
}
