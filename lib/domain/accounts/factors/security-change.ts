import { writeAuditEntry } from "@/lib/domain/accounts/audit-log/commands";
import type { Context } from "@/lib/domain/kernel/context";
import { verifiedEmail } from "@/lib/domain/accounts/mail/outbox";
import { record } from "@/lib/domain/consequences/events/commands";
import { readAccount } from "@/lib/domain/accounts/users/account";

type SecurityChange =
  | "factor.added"
  | "factor.removed"
  | "factors.reset"
  | "recovery-codes.renewed"
  | "recovery-code.used"
  | "provider.linked"
  | "provider.unlinked";

/** Records a change, and notifies the account's owner in the app and, at a verified address, by mail. */
export async function recordSecurityChange(
  tx: Context,
  name: SecurityChange,
  what: string,
  /** Details for the audit log: which factor it was. */
  details: Record<string, string> = {},
): Promise<void> {
  const { id: userId, handle } = tx.actor;
  const email = verifiedEmail(await readAccount(tx, userId));
  const preview = `${what} If this wasn’t you, change your password and look at your security settings.`;
  const actorId = name === "factors.reset" ? null : userId;
  await writeAuditEntry(tx, { action: name, actorId, accountId: userId, details });
  const notification = { userIds: [userId], preview, link: "/settings/security" };
  const letter = { kind: "security-change" as const, userId, email, handle, what };
  await record(tx, name, {}, { subjectId: tx.now.toISOString(), notifications: [notification], letters: [letter] });
}
