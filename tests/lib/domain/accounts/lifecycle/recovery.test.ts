import { beforeEach, describe, expect, test } from "vitest";
import { closeAccount } from "@/lib/domain/accounts/lifecycle/closing";
import { requestPasswordReset, resetPassword, changePassword } from "@/lib/domain/accounts/lifecycle/recovery";
import { MAX_RESETS_PER_HOUR } from "@/lib/domain/accounts/lifecycle/rules";
import { createContext } from "@/lib/domain/kernel/context";
import { MINUTE_MS } from "@/lib/domain/kernel/durations";
import { linkDiscord } from "@/lib/domain/play/guilds/commands";
import { issueKey } from "@/lib/domain/accounts/keys/commands";
import { findCredentials, verifyCredentials } from "@/lib/domain/accounts/users/credentials";
import { issueEmailToken } from "@/lib/domain/accounts/users/email-tokens";
import { beginSession } from "@/lib/domain/accounts/users/sessions";
import { findSession } from "@/lib/domain/accounts/authentication/queries";
import { createEndpoint } from "@/lib/domain/consequences/webhooks/commands";
import { database } from "@/lib/infra/database/db";
import {
  newcomer,
  newMember,
  PASSWORD,
  sendDueMail,
  setUpMail,
  visitor,
} from "@/tests/lib/domain/accounts/mail/mail-fixture";
import { stopClock } from "@/tests/support/stopped-clock";

stopClock();

const NEW_PASSWORD = "five other words make two";
const mailbox = setUpMail();
const at = (minutes: number) => ({ ...visitor, now: new Date(Date.now() + minutes * MINUTE_MS) });
const opens = async (login: string, password: string) =>
  (await verifyCredentials(visitor, await findCredentials(visitor, login), password)) !== null;
const notValid = { code: "invalid_request", details: { issues: [{ param: "token" }] } };

beforeEach(() => void mailbox.letters.splice(0));

async function forget(email: string, n = 1): Promise<string> {
  await requestPasswordReset(visitor, { email });
  await sendDueMail();
  return tokenIn(mailbox.lettersTo(email)[n - 1]!.link);
}

function tokenIn(link: string): string {
  const url = new URL(link);
  expect(url.pathname).toBe("/reset-password");
  return url.searchParams.get("token")!;
}

describe("a forgotten password", () => {
  test("is replaced by the link in the letter, which ends every session and notifies the owner", async () => {
    const { id, email, handle } = await newMember();
    const session = await beginSession(visitor, { userId: id, userAgent: "test", maxAgeSeconds: 60 });
    const token = await forget(email);
    expect(Buffer.from(token, "base64url")).toHaveLength(32);
    await resetPassword(visitor, { token, password: NEW_PASSWORD });
    expect([await opens(handle, PASSWORD), await opens(handle, NEW_PASSWORD)]).toEqual([false, true]);
    expect(await findSession(session, new Date())).toBeNull();
    await sendDueMail();
    expect(mailbox.lettersTo(email).map(({ subject }) => subject)).toEqual([
      "Choose a new password",
      "Your password was changed",
    ]);
    expect(await database().prisma.notification.count({ where: { userId: id, type: "SYSTEM" } })).toBe(1);
  });

  test("ends what the account's creator added, if nobody had verified the address before", async () => {
    const { prisma } = database();
    for (const member of [await newcomer(), await newMember()]) {
      const account = await member.account();
      const ctx = createContext({ actor: account, channel: "session" });
      await linkDiscord(ctx, member.id);
      await issueKey(ctx, { name: "ci", scopes: ["read:posts"], expiresInDays: null });
      await createEndpoint(ctx, { url: "https://example.com/hook", events: ["*"] });
      await sendDueMail();
      mailbox.letters.splice(0);
      await resetPassword(visitor, { token: await forget(member.email), password: NEW_PASSWORD });
      const kept = account.emailVerifiedAt === null ? 0 : 1;
      const where = { userId: member.id };
      expect(await prisma.oAuthAccount.count({ where })).toBe(kept);
      expect(await prisma.apiKey.count({ where: { ...where, revokedAt: null } })).toBe(kept);
      expect(await prisma.webhookEndpoint.count({ where })).toBe(kept);
    }
  });

  test("rejects a wrong, expired or used link, or one sent before a password change, with one message", async () => {
    const { email, handle, account } = await newMember();
    const refused = (token: string, minutes = 0) =>
      expect(resetPassword(at(minutes), { token, password: "the thief chose this" })).rejects.toMatchObject(notValid);
    const [first, second] = [await forget(email), await forget(email, 2)];
    await refused("");
    await refused(`${first.slice(0, -2)}AA`);
    await refused(first, 31);
    await resetPassword(at(29), { token: first, password: NEW_PASSWORD });
    await refused(first);
    await refused(second);
    const third = await forget(email, 4);
    const ctx = createContext({ actor: await account(), channel: "session" });
    await changePassword(ctx, { currentPassword: NEW_PASSWORD, newPassword: PASSWORD });
    await refused(third);
    expect(await opens(handle, PASSWORD)).toBe(true);
  });

  test("is replaced once, however many links are used at the same time", async () => {
    const { email } = await newMember();
    const tokens = [await forget(email), await forget(email, 2)];
    const uses = [...tokens, ...tokens].map((token, n) =>
      resetPassword(visitor, { token, password: `${NEW_PASSWORD} ${n}` }),
    );
    const outcomes = await Promise.allSettled(uses);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const outcome of outcomes) if (outcome.status === "rejected") expect(outcome.reason).toMatchObject(notValid);
  });

  test("of one account never affects another: the link identifies only its own account", async () => {
    const [victim, thief] = [await newMember(), await newMember()];
    await resetPassword(visitor, { token: await forget(thief.email), password: NEW_PASSWORD });
    expect([await opens(victim.handle, PASSWORD), await opens(thief.handle, NEW_PASSWORD)]).toEqual([true, true]);
  });

  test("sends no letter without an open, unsuspended account, and deletes the request without a trace", async () => {
    const [suspended, closed] = [await newMember(), await newMember()];
    const { prisma } = database();
    await prisma.user.update({ where: { id: suspended.id }, data: { suspendedAt: new Date() } });
    const ctx = createContext({ actor: await closed.account(), channel: "session" });
    await closeAccount(ctx, { password: PASSWORD });
    const emails = ["nobody@example.com", suspended.email, closed.email];
    for (const email of emails) expect(await requestPasswordReset(visitor, { email })).toEqual({ ok: true });
    expect(await prisma.passwordResetRequest.count()).toBe(3);
    await sendDueMail();
    expect(emails.flatMap(mailbox.lettersTo).map(({ subject }) => subject)).toEqual(["Your account is closed"]);
    expect(await prisma.passwordResetRequest.count()).toBe(0);
  });

  test("gives a password to an account with only OAuth, once it has an address", async () => {
    const { id, email, handle } = await newMember();
    await database().prisma.user.update({ where: { id }, data: { passwordHash: null } });
    await resetPassword(visitor, { token: await forget(email), password: NEW_PASSWORD });
    expect(await opens(handle, NEW_PASSWORD)).toBe(true);
  });

  test(`sends at most ${MAX_RESETS_PER_HOUR} letters an hour, whichever processes handle the requests`, async () => {
    const { email, id: userId } = await newMember();
    for (let n = 1; n < MAX_RESETS_PER_HOUR; n += 1)
      await issueEmailToken(visitor, "reset_password", { userId, email, lifetimeMs: MINUTE_MS });
    for (const id of ["one", "another"]) {
      await database().prisma.passwordResetRequest.create({ data: { id, email, requestedAt: new Date() } });
      await Promise.all([sendDueMail(), sendDueMail()]);
    }
    expect(mailbox.lettersTo(email)).toHaveLength(1);
    expect(await database().prisma.emailToken.count({ where: { userId } })).toBe(MAX_RESETS_PER_HOUR);
  });

  test("stores no usable link in the database, neither before the letter is sent nor after it", async () => {
    const { id, email } = await newMember();
    const token = await forget(email);
    const { prisma } = database();
    const rows = async () =>
      JSON.stringify([
        await prisma.letter.findMany({ where: { userId: id } }),
        await prisma.emailToken.findMany({ where: { userId: id } }),
      ]);
    expect(await rows()).not.toContain(token);
    expect(await prisma.letter.findFirstOrThrow({ where: { userId: id } })).toMatchObject({
      status: "sent",
      content: null,
    });
    await resetPassword(visitor, { token, password: NEW_PASSWORD });
    expect(await rows()).not.toContain(email);
  });
});
