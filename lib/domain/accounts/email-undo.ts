import { writeAuditEntry } from "@/lib/domain/audit-log/commands";
import { actAs, type Context, inTransaction, type VisitorContext } from "@/lib/domain/context";
import { HOUR_MS } from "@/lib/domain/durations";
import { record } from "@/lib/domain/events/commands";
import type { LetterDraft } from "@/lib/domain/mail/outbox";
import { consumeEmailToken, linkNotValid } from "@/lib/domain/users/email-tokens";
import { endAccess, onceUndone } from "./access";
import { setEmail } from "./email-change";
import { UNDO_REACH_HOURS } from "./rules";

/**
 * Gives the account its former address back, and ends all access of whoever changed it: sessions, the password, and
 * what was added to sign in with since shortly before. Whatever was sent since the change is void.
 * @throws DomainError `invalid_request` that names `token`, `conflict` if the address became somebody else's
 */
export async function undoEmailChange(ctx: VisitorContext, { token }: { token: string }): Promise<{ email: string }> {
  return inTransaction(ctx, async (tx) => {
    const { userId, email, createdAt } = await consumeEmailToken(tx, ["undo_email_change"], token);
    const account = await tx.db.user.findUniqueOrThrow({ where: { id: userId } });
    // A suspension may be for what the thief did, so it does not keep the owner from the address.
    if (account.closedAt) throw linkNotValid();
    const owner = actAs(tx, account);
    await setEmail(tx, { userId, email });
    await tx.db.emailToken.deleteMany({ where: { userId, createdAt: { gte: createdAt } } });
    await writeAuditEntry(owner, { action: "email.restored" });
    const removed = await endAccess(owner, onceUndone(new Date(createdAt.getTime() - UNDO_REACH_HOURS * HOUR_MS)));
    const isReachable = account.email !== null && account.email !== email && account.emailVerifiedAt !== null;
    await tellBoth(owner, { email, replaced: isReachable ? account.email : null, removed });
    return { email };
  });
}

interface Restored {
  email: string;
  /** The address that the account had until now, if it was confirmed. */
  replaced: string | null;
  removed: string[];
}

/** Tells the readers of both addresses: only they know whose change it was. */
async function tellBoth(tx: Context, { email, replaced, removed }: Restored): Promise<void> {
  const { id: userId, handle } = tx.actor;
  const details = removed.length === 0 ? [] : [`${REMOVED} ${removed.join(", ")}.`];
  const letters: LetterDraft[] = [{ kind: "email-restored", userId, email, handle, details }];
  if (replaced !== null) letters.push({ kind: "email-change-undone", userId, email: replaced, handle });
  const preview =
    "Your former e-mail address is back, you were signed out everywhere, and your old password no longer works. Look at what is set up in your security settings.";
  const notices = [{ userIds: [userId], preview, link: "/settings/security" }];
  await record(tx, "email.restored", {}, { subjectId: tx.now.toISOString(), notices, letters });
}

const REMOVED = `What was added in the ${UNDO_REACH_HOURS} hours before the change, or since, was removed:`;
