import { mustVerifyEmail } from "@/lib/domain/accounts/guards/verified-email";
import { spendLetter } from "@/lib/domain/accounts/mail/budget";
import { isMailSetUp } from "@/lib/domain/accounts/mail/queries";
import { conflict } from "@/lib/domain/kernel/errors";
import { VERIFY_LINK_HOURS } from "@/lib/domain/accounts/mail/rules";
import { writeAuditEntry } from "@/lib/domain/accounts/audit-log/commands";
import { actAs, type Context, inTransaction, read, type VisitorContext, write } from "@/lib/domain/kernel/context";
import { HOUR_MS } from "@/lib/domain/kernel/durations";
import { record } from "@/lib/domain/consequences/events/commands";
import type { LetterDraft } from "@/lib/domain/accounts/mail/outbox";
import { readAccount } from "@/lib/domain/accounts/users/account";
import {
  type ConsumedToken,
  consumeEmailToken,
  issueEmailToken,
  linkNotValid,
} from "@/lib/domain/accounts/users/email-tokens";
import { endAccess, ONCE_PROVED } from "./access";
import { takeNewEmail } from "./email-change";
import type { EmailSettings } from "./schema";

export async function verificationLetter(tx: Context, email: string): Promise<LetterDraft> {
  const { id: userId, handle } = tx.actor;
  const lifetimeMs = VERIFY_LINK_HOURS * HOUR_MS;
  const { token, expiresAt } = await issueEmailToken(tx, "verify_email", { userId, email, lifetimeMs });
  return { kind: "verify-email", userId, email, handle, token, expiresAt };
}

export async function getEmailSettings(ctx: Context): Promise<EmailSettings> {
  const [{ email, emailVerifiedAt }, [pending]] = await Promise.all([
    readAccount(ctx, ctx.actor.id),
    read<{ email: string }>(ctx, "emailTokens.pendingChange")`
      SELECT email FROM "EmailToken"
      WHERE "userId" = ${ctx.actor.id} AND purpose = 'change_email' AND "expiresAt" > ${ctx.now}
      ORDER BY "createdAt" DESC LIMIT 1`,
  ]);
  return { email, verified: email !== null && emailVerifiedAt !== null, pendingEmail: pending?.email ?? null };
}

/**
 * Returns the address that its owner is asked to confirm on the home page. Null where the site sends no mail, where
 * every page asks for it (`mustVerifyEmail`), and while the address is being changed.
 */
export async function findAddressToConfirm(ctx: Context): Promise<string | null> {
  if (!ctx.actor.emailUnverified || mustVerifyEmail(ctx.actor) || !isMailSetUp()) return null;
  const { email, verified, pendingEmail } = await getEmailSettings(ctx);
  return verified || pendingEmail !== null ? null : email;
}

/**
 * Sends the account's address another link to confirm it.
 * @throws DomainError `conflict` if the address is verified, `rate_limited` after a few letters an hour, `forbidden`
 *   where the deployment sends no mail
 */
export async function resendVerification(ctx: Context): Promise<{ ok: true }> {
  const { email, verified } = await getEmailSettings(ctx);
  if (email === null || verified) throw conflict("Your e-mail address is confirmed already.");
  await spendLetter("emailLetters", ctx.actor.id);
  await inTransaction(ctx, async (tx) => {
    const letters = [await verificationLetter(tx, email)];
    await record(tx, "email.confirmation_requested", {}, { subjectId: tx.actor.id, letters });
  });
  return { ok: true };
}

/**
 * Confirms the address that a letter went to: the account's own, or its new one, which takes effect now. The token
 * works once.
 * @throws DomainError `invalid_request` that names `token`, `conflict` if the address now belongs to another account
 */
export async function verifyEmail(ctx: VisitorContext, { token }: { token: string }): Promise<{ email: string }> {
  return inTransaction(ctx, async (tx) => {
    const link = await consumeEmailToken(tx, ["verify_email", "change_email"], token);
    if (link.purpose === "change_email") await takeNewEmail(tx, link);
    else await confirmOwnEmail(tx, link);
    return { email: link.email };
  });
}

async function confirmOwnEmail(tx: VisitorContext, { userId, email }: ConsumedToken): Promise<void> {
  const account = await readAccount(tx, userId);
  // Only while the account still has this address: changing it voids older links.
  if (account.email !== email || account.suspendedAt) throw linkNotValid();
  const owner = actAs(tx, account);
  const ended = account.emailVerifiedAt ? [] : await endAccess(owner, ONCE_PROVED);
  await Promise.all([
    write(tx, "accounts.verifyEmail")`UPDATE "User" SET "emailVerifiedAt" = ${tx.now} WHERE id = ${userId}`,
    write(tx, "emailTokens.deleteOnceVerified")`
      DELETE FROM "EmailToken" WHERE "userId" = ${userId} AND purpose = 'verify_email'`,
  ]);
  await writeAuditEntry(tx, { action: "email.confirmed", actorId: userId });
  await record(owner, "email.confirmed", {}, { subjectId: userId, notifications: notificationsOf(userId, ended) });
}

function notificationsOf(userId: string, ended: string[]) {
  if (ended.length === 0) return [];
  const preview = `Your e-mail address is confirmed. Set these up again: whoever made the account before could have kept them. ${ended.join(", ")}`;
  return [{ userIds: [userId], preview, link: "/settings/security" }];
}
