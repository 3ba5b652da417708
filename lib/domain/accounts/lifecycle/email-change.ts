import { writeAuditEntry } from "@/lib/domain/accounts/audit-log/commands";
import { actAs, type Context, inTransaction, type VisitorContext, write } from "@/lib/domain/kernel/context";
import { HOUR_MS } from "@/lib/domain/kernel/durations";
import { invalid } from "@/lib/domain/kernel/errors";
import { record } from "@/lib/domain/consequences/events/commands";
import { UNDO_LINK_HOURS, VERIFY_LINK_HOURS } from "@/lib/domain/accounts/mail/rules";
import { lockActorWithSession } from "@/lib/domain/kernel/locks";
import { databaseCodes } from "@/lib/infra/database/errors";
import { readAccount } from "@/lib/domain/accounts/users/account";
import {
  type ConsumedToken,
  issueEmailToken,
  linkNotValid,
  passwordFingerprint,
  emailTaken,
  isEmailReserved,
  consumeEmailToken,
} from "@/lib/domain/accounts/users/email-tokens";
import { endAccess, ONCE_PROVED, onceUndone } from "./access";
import { confirmOwner } from "./credential";
import type { EmailChange } from "./schema";
import { spendLetter } from "@/lib/domain/accounts/mail/budget";
import { type LetterDraft, verifiedEmail } from "@/lib/domain/accounts/mail/outbox";
import { UNDO_REACH_HOURS } from "./rules";

/**
 * Sends a link to the new address, which becomes the account's when the link is opened. Does not reveal to the caller
 * whether another account has the address. A second request replaces the first.
 * @throws DomainError `invalid_request` for a wrong password or the present address, `rate_limited`, `forbidden`
 */
export async function requestEmailChange(ctx: Context, { email, password }: EmailChange): Promise<{ ok: true }> {
  await confirmOwner(ctx, password);
  await spendLetter("emailLetters", ctx.actor.id);
  await spendLetter("lettersToAddress", email);
  await inTransaction(ctx, async (tx) => {
    const { id: userId, handle } = tx.actor;
    await lockActorWithSession(tx);
    const account = await readAccount(tx, userId);
    if (account.email === email) throw invalid([{ param: "email", message: "This is your address already." }]);
    await voidEmailChange(tx);
    await writeAuditEntry(tx, { action: "email.change_asked" });
    const { token, expiresAt } = await issueEmailToken(tx, "change_email", {
      userId,
      email,
      passwordFingerprint: passwordFingerprint(account.passwordHash),
      lifetimeMs: VERIFY_LINK_HOURS * HOUR_MS,
    });
    const letters = [{ kind: "confirm-new-email" as const, userId, email, handle, token, expiresAt }];
    await record(tx, "email.confirmation_requested", {}, { subjectId: userId, letters });
  });
  return { ok: true };
}

export async function cancelEmailChange(ctx: Context): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    if ((await voidEmailChange(tx)) > 0) await writeAuditEntry(tx, { action: "email.change_cancelled" });
  });
}

function voidEmailChange(tx: Context): Promise<number> {
  return write(tx, "emailTokens.voidChange")`
    DELETE FROM "EmailToken" WHERE "userId" = ${tx.actor.id} AND purpose = 'change_email'`;
}

/** Sets the new address of a locked account, and notifies the old address if it was verified. */
export async function takeNewEmail(tx: VisitorContext, link: ConsumedToken): Promise<void> {
  const { userId, email } = link;
  const account = await readAccount(tx, userId);
  const isCurrent = passwordFingerprint(account.passwordHash) === link.passwordFingerprint;
  if (!isCurrent || account.suspendedAt) throw linkNotValid();
  if (account.emailVerifiedAt === null) await endAccess(actAs(tx, account), ONCE_PROVED);
  await setEmail(tx, { userId, email });
  // Voids the links sent to the old address, except those that undo an earlier change.
  await write(tx, "emailTokens.deleteOnceChanged")`
    DELETE FROM "EmailToken" WHERE "userId" = ${userId} AND purpose <> 'undo_email_change'`;
  const former = account.emailVerifiedAt && account.email !== email ? account.email : null;
  await writeAuditEntry(tx, { action: "email.changed", actorId: userId });
  const notification = {
    userIds: [userId],
    preview:
      "Your account has a new e-mail address. If this wasn’t you, use the link that we sent to the old one, and change your password.",
    link: "/settings/account",
  };
  const letters = former === null ? [] : [await undoLetter(tx, { userId, email: former, handle: account.handle })];
  await record(
    actAs(tx, account),
    "email.changed",
    {},
    { subjectId: tx.now.toISOString(), notifications: [notification], letters },
  );
}

async function undoLetter(tx: VisitorContext, owner: { userId: string; email: string; handle: string }) {
  const { userId, email } = owner;
  const lifetimeMs = UNDO_LINK_HOURS * HOUR_MS;
  const { token, expiresAt } = await issueEmailToken(tx, "undo_email_change", { userId, email, lifetimeMs });
  return { kind: "email-changed" as const, ...owner, token, expiresAt };
}

/** @throws DomainError `conflict` if it belongs to another account, or is reserved for one */
async function setEmail(tx: VisitorContext, { userId, email }: { userId: string; email: string }): Promise<void> {
  await write(tx, "accounts.setEmail")`
    UPDATE "User" SET email = ${email}, "emailVerifiedAt" = ${tx.now} WHERE id = ${userId}`.catch((error: unknown) => {
    if (!databaseCodes(error).includes("23505")) throw error;
    throw emailTaken();
  });
  if (await isEmailReserved(tx, { userId, email })) throw emailTaken();
}

/**
 * Restores the account's former address, and ends all access of whoever changed it: sessions, the password, and every
 * means to sign in that was added since shortly before the change. Voids every link sent since the change.
 * @throws DomainError `invalid_request` that names `token`, `conflict` if the address now belongs to another account
 */
export async function undoEmailChange(ctx: VisitorContext, { token }: { token: string }): Promise<{ email: string }> {
  return inTransaction(ctx, async (tx) => {
    const { userId, email, createdAt } = await consumeEmailToken(tx, ["undo_email_change"], token);
    const account = await readAccount(tx, userId);
    // A suspension may be for what the thief did, so it does not keep the owner from the address.
    if (account.closedAt) throw linkNotValid();
    const owner = actAs(tx, account);
    await setEmail(tx, { userId, email });
    await write(tx, "emailTokens.deleteSince")`
      DELETE FROM "EmailToken" WHERE "userId" = ${userId} AND "createdAt" >= ${createdAt}`;
    await writeAuditEntry(owner, { action: "email.restored" });
    const removed = await endAccess(owner, onceUndone(new Date(createdAt.getTime() - UNDO_REACH_HOURS * HOUR_MS)));
    await notifyBothAddresses(owner, {
      email,
      replaced: account.email === email ? null : verifiedEmail(account),
      removed,
    });
    return { email };
  });
}

interface Restored {
  email: string;
  /** The address that the account had until now, if it was verified. */
  replaced: string | null;
  removed: string[];
}

/** Notifies both addresses, because only their readers know whose change it was. */
async function notifyBothAddresses(tx: Context, { email, replaced, removed }: Restored): Promise<void> {
  const { id: userId, handle } = tx.actor;
  const details = removed.length === 0 ? [] : [`${REMOVED} ${removed.join(", ")}.`];
  const letters: LetterDraft[] = [
    { kind: "email-restored", userId, email, handle, details },
    { kind: "email-change-undone", userId, email: replaced, handle },
  ];
  const preview =
    "Your former e-mail address is back, you were signed out everywhere, and your old password no longer works. Look at what is set up in your security settings.";
  const notifications = [{ userIds: [userId], preview, link: "/settings/security" }];
  await record(tx, "email.restored", {}, { subjectId: tx.now.toISOString(), notifications, letters });
}

const REMOVED = `What was added in the ${UNDO_REACH_HOURS} hours before the change, or since, was removed:`;
