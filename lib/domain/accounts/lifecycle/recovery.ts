import { writeAuditEntry } from "@/lib/domain/accounts/audit-log/commands";
import {
  actAs,
  type Context,
  idFor,
  inTransaction,
  read,
  type VisitorContext,
  write,
} from "@/lib/domain/kernel/context";
import { HOUR_MS, MINUTE_MS } from "@/lib/domain/kernel/durations";
import { forbidden } from "@/lib/domain/kernel/errors";
import { record } from "@/lib/domain/consequences/events/commands";
import { isMailSetUp } from "@/lib/domain/accounts/mail/queries";
import { NO_MAIL, RESET_LINK_MINUTES } from "@/lib/domain/accounts/mail/rules";
import { lockAccount, lockActorWithSession } from "@/lib/domain/kernel/locks";
import {
  issueEmailToken,
  isEmailTokenValid,
  linkNotValid,
  passwordFingerprint,
  consumeEmailToken,
} from "@/lib/domain/accounts/users/email-tokens";
import { ACCOUNT_COLUMNS, type Account, readAccount } from "@/lib/domain/accounts/users/account";
import { hashPassword, confirmPassword } from "@/lib/domain/accounts/users/password";
import { spend } from "@/lib/infra/limiter/rate-limit";
import { literal } from "@/lib/infra/database/sql";
import { endAccess, ONCE_PROVED, ONCE_RESET, ONCE_CHANGED } from "./access";
import { MAX_RESETS_PER_HOUR, RESET_REQUEST_BATCH } from "./rules";
import type { PasswordReset } from "./schema";
import { revokeKeys as revokeOwnKeys } from "@/lib/domain/accounts/keys/commands";
import type { PasswordChange } from "@/lib/domain/accounts/users/schema";

/**
 * Accepts a request for a new password. Does the same work whether or not an account has the address, so that neither
 * the answer nor its timing reveals it: the worker looks the address up later.
 * @throws DomainError `forbidden` where the deployment sends no mail
 */
export async function requestPasswordReset(ctx: VisitorContext, { email }: { email: string }): Promise<{ ok: true }> {
  if (!isMailSetUp()) throw forbidden(NO_MAIL);
  const quota = await spend("passwordResets", email, { whenDown: "local" });
  if (quota.allowed)
    await write(ctx, "passwordResets.request")`
      INSERT INTO "PasswordResetRequest" (id, email, "requestedAt")
      VALUES (${idFor(ctx, "prr")}, ${email}, ${ctx.now})`;
  return { ok: true };
}

/**
 * Looks up the accounts of the requested addresses, and queues a letter for each, deleting the request in the same
 * transaction. Suspended accounts get none, and every account at most a few an hour.
 */
export async function answerPasswordResetRequests(ctx: VisitorContext): Promise<void> {
  // Runs every second and almost never finds any, so it opens no transaction before it does.
  const [any] = await read<{ id: string }>(ctx, "passwordResets.any")`SELECT id FROM "PasswordResetRequest" LIMIT 1`;
  if (!any) return;
  while ((await inTransaction(ctx, answerBatch)) === RESET_REQUEST_BATCH);
}

async function answerBatch(tx: VisitorContext): Promise<number> {
  const requests = await read<{ email: string }>(tx, "passwordResets.answer")`
    DELETE FROM "PasswordResetRequest" WHERE id = ANY (ARRAY(
      SELECT id FROM "PasswordResetRequest" ORDER BY "requestedAt" LIMIT ${literal(RESET_REQUEST_BATCH)}
         FOR UPDATE SKIP LOCKED))
    RETURNING email`;
  const emails = [...new Set(requests.map(({ email }) => email))];
  if (emails.length === 0) return 0;
  const accounts = await read<Account>(tx, "passwordResets.accounts")`
    SELECT ${ACCOUNT_COLUMNS} FROM "User" u WHERE u.email = ANY (${emails}::text[]) AND u."suspendedAt" IS NULL
    ORDER BY u.id`;
  for (const account of accounts) await writeResetLetter(actAs(tx, account), account);
  return requests.length;
}

async function writeResetLetter(tx: Context, { email, passwordHash }: Account): Promise<void> {
  const { id: userId, handle } = tx.actor;
  await lockAccount(tx, userId);
  const since = new Date(tx.now.getTime() - HOUR_MS);
  const issued = await read<{ hash: string }>(tx, "passwordResets.recent")`
    SELECT hash FROM "EmailToken" WHERE "userId" = ${userId} AND purpose = 'reset_password' AND "createdAt" > ${since}`;
  if (email === null || issued.length >= MAX_RESETS_PER_HOUR) return;
  const { token, expiresAt } = await issueEmailToken(tx, "reset_password", {
    userId,
    email,
    passwordFingerprint: passwordFingerprint(passwordHash),
    lifetimeMs: RESET_LINK_MINUTES * MINUTE_MS,
  });
  const letter = { kind: "password-reset" as const, userId, email, handle, token, expiresAt };
  await record(tx, "password.forgotten", {}, { subjectId: userId, letters: [letter] });
}

/**
 * Sets a new password for the holder of a letter's link, ends every session, and notifies the owner. The link works
 * once, and only while the account has the password that it was sent to replace.
 * @throws DomainError `invalid_request` that names `token`
 */
export async function resetPassword(ctx: VisitorContext, { token, password }: PasswordReset): Promise<void> {
  if (!(await isEmailTokenValid(ctx, "reset_password", token))) throw linkNotValid();
  const passwordHash = await hashPassword(ctx, password);
  await inTransaction(ctx, async (tx) => {
    const link = await consumeEmailToken(tx, ["reset_password"], token);
    const account = await readAccount(tx, link.userId);
    const isCurrent = passwordFingerprint(account.passwordHash) === link.passwordFingerprint;
    if (!isCurrent || account.suspendedAt || account.email !== link.email) throw linkNotValid();
    const owner = actAs(tx, account);
    if (account.emailVerifiedAt === null) await endAccess(owner, ONCE_PROVED);
    await setPassword(owner, passwordHash, link.email);
  });
}

async function setPassword(tx: Context, passwordHash: string, email: string): Promise<void> {
  const { id: userId, handle } = tx.actor;
  // Holding the letter proves access to the address.
  await write(tx, "accounts.resetPassword")`
    UPDATE "User" SET "passwordHash" = ${passwordHash}, "emailVerifiedAt" = ${tx.now} WHERE id = ${userId}`;
  await endAccess(tx, ONCE_RESET);
  await writeAuditEntry(tx, { action: "password.reset" });
  const notification = {
    userIds: [userId],
    preview:
      "Your password was changed with a link that we sent to your e-mail address, and you were signed out everywhere. If this wasn’t you, change it again, and the password of your mailbox.",
    link: "/settings/account",
  };
  const letter = { kind: "password-changed" as const, userId, email, handle };
  await record(
    tx,
    "password.reset",
    {},
    { subjectId: tx.now.toISOString(), notifications: [notification], letters: [letter] },
  );
}

/**
 * Sets a new password and ends everything that the old one gave access to, this session included. With `revokeKeys`
 * also revokes API keys, which locks out anybody who knew the old password.
 */
export async function changePassword(
  ctx: Context,
  { currentPassword, newPassword, revokeKeys = false }: PasswordChange,
): Promise<void> {
  await confirmPassword(ctx, "currentPassword", currentPassword);
  const passwordHash = await hashPassword(ctx, newPassword);
  await inTransaction(ctx, async (tx) => {
    // Hashing takes a while: the old password may have been replaced since it was checked.
    await lockActorWithSession(tx);
    await write(tx, "accounts.changePassword")`
      UPDATE "User" SET "passwordHash" = ${passwordHash} WHERE id = ${tx.actor.id}`;
    await endAccess(tx, ONCE_CHANGED);
    await writeAuditEntry(tx, { action: "password.changed" });
    if (revokeKeys !== false) await revokeOwnKeys(tx, revokeKeys === true ? undefined : revokeKeys);
  });
}
