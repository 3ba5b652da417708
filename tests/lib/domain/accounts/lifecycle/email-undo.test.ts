import { beforeEach, describe, expect, test } from "vitest";
import { requestEmailChange, undoEmailChange } from "@/lib/domain/accounts/lifecycle/email-change";
import { requestPasswordReset, resetPassword } from "@/lib/domain/accounts/lifecycle/recovery";
import { finishClosings } from "@/lib/domain/accounts/lifecycle/closing";
import { register } from "@/lib/domain/accounts/lifecycle/sign-up";
import { verifyEmail } from "@/lib/domain/accounts/lifecycle/verification";
import { type Context, createContext } from "@/lib/domain/kernel/context";
import { HOUR_MS } from "@/lib/domain/kernel/durations";
import { getFactorSettings, hasSecondFactor } from "@/lib/domain/accounts/factors/queries";
import { addPasskey, passkeyOptions } from "@/lib/domain/accounts/factors/passkeys";
import { renewRecoveryCodes } from "@/lib/domain/accounts/factors/recovery-codes";
import { beginTotp, confirmTotp } from "@/lib/domain/accounts/factors/totp";
import { linkDiscord } from "@/lib/domain/play/guilds/commands";
import { issueKey, rotateKey } from "@/lib/domain/accounts/keys/commands";
import { decideAppeal, fileAppeal } from "@/lib/domain/people/moderation/appeals";
import { appealToken } from "@/lib/domain/people/moderation/appeal-token";
import { decideReport } from "@/lib/domain/people/moderation/decisions";
import { deleteExpired } from "@/lib/domain/deployment/retention/commands";
import { findCredentials, verifyCredentials } from "@/lib/domain/accounts/users/credentials";
import { createEndpoint } from "@/lib/domain/consequences/webhooks/commands";
import { database } from "@/lib/infra/database/db";
import { newMember, PASSWORD, sendDueMail, setUpMail, visitor } from "@/tests/lib/domain/accounts/mail/mail-fixture";
import { authenticator } from "@/tests/support/authenticator";
import { passkeyDevice } from "@/tests/support/passkey-device";
import { newStaff, reported } from "../../people/moderation/staff";

const mailbox = setUpMail();
const { prisma } = database();
const START = Date.now();
const at = (hours: number) => ({ ...visitor, now: new Date(START + hours * HOUR_MS) });
let addresses = 0;
const newAddress = () => `thief_${++addresses}@example.com`;

beforeEach(() => void mailbox.letters.splice(0));

async function member() {
  const { account, email } = await newMember();
  const actor = await account();
  const acting = (hours: number): Context => createContext({ actor, channel: "session", now: at(hours).now });
  return { acting, email, handle: actor.handle, userId: actor.id };
}

async function tokenIn(address: string, path: string): Promise<string> {
  await sendDueMail();
  const links = mailbox.lettersTo(address).map(({ link }) => new URL(link));
  return links.findLast(({ pathname }) => pathname === path)!.searchParams.get("token")!;
}

/** Changes the account's address, and returns the new one with the token that undoes the change. */
async function changeAddress({ acting, email }: Awaited<ReturnType<typeof member>>) {
  const wanted = newAddress();
  await requestEmailChange(acting(0), { email: wanted, password: PASSWORD });
  await verifyEmail(at(0), { token: await tokenIn(wanted, "/verify-email") });
  return { wanted, undo: await tokenIn(email, "/undo-email-change") };
}

async function addTotp(ctx: Context): Promise<void> {
  const { secret } = await beginTotp(ctx, { name: "A phone" });
  await confirmTotp(ctx, { code: authenticator(secret)(0, ctx.now.getTime()) });
}

async function addKey(ctx: Context): Promise<void> {
  await addPasskey(ctx, { name: "A laptop", response: passkeyDevice().register(await passkeyOptions(ctx)) });
}

const newKey = (name: string) => ({ name, scopes: ["read:posts" as const], expiresInDays: null });
const hook = { url: "https://example.com/hook", events: ["*" as const] };
const opens = async (login: string, password: string) =>
  (await verifyCredentials(visitor, await findCredentials(visitor, login), password)) !== null;

describe("undoing a change of address", () => {
  test("readmits only the owner, whom a thief locked out with a factor from before the change", async () => {
    const owner = await member();
    await addTotp(owner.acting(-60));
    await addKey(owner.acting(-1));
    const { undo } = await changeAddress(owner);
    await undoEmailChange(at(1), { token: undo });
    expect(await hasSecondFactor(visitor, owner.userId)).toBe(false);
    expect((await getFactorSettings(owner.acting(1))).recoveryCodesLeft).toBe(0);
    expect(await opens(owner.handle, PASSWORD)).toBe(false);
    await requestPasswordReset(visitor, { email: owner.email });
    const token = await tokenIn(owner.email, "/reset-password");
    await resetPassword(visitor, { token, password: "five other words make two" });
    expect(await opens(owner.handle, "five other words make two")).toBe(true);
  });

  test("keeps older means of access, and removes those added since", async () => {
    const owner = await member();
    await prisma.user.update({ where: { id: owner.userId }, data: { createdAt: at(-999).now } });
    await addTotp(owner.acting(-100));
    const [old, rotated] = [newKey("old"), newKey("rotated")];
    await issueKey(owner.acting(-100), old);
    const { id } = await issueKey(owner.acting(-100), rotated);
    await createEndpoint(owner.acting(-100), hook);
    await prisma.oAuthAccount.create({
      data: { provider: "github", providerAccountId: owner.userId, userId: owner.userId, createdAt: at(-100).now },
    });
    const { undo } = await changeAddress(owner);
    await addKey(owner.acting(0.5));
    await renewRecoveryCodes(owner.acting(0.5));
    await rotateKey(owner.acting(0.5), { id, graceSeconds: 0 });
    await issueKey(owner.acting(0.5), newKey("new"));
    await createEndpoint(owner.acting(0.5), { ...hook, url: "https://example.com/other" });
    await linkDiscord(owner.acting(0.5), "123456789012345678");
    await undoEmailChange(at(1), { token: undo });
    expect(await getFactorSettings(owner.acting(1))).toMatchObject({
      totp: { name: "A phone" },
      passkeys: [],
      recoveryCodesLeft: 0,
    });
    const where = { userId: owner.userId };
    expect(await prisma.apiKey.findMany({ where: { ...where, revokedAt: null } })).toMatchObject([{ name: "old" }]);
    expect(await prisma.webhookEndpoint.findMany({ where })).toMatchObject([{ url: hook.url }]);
    expect(await prisma.oAuthAccount.findMany({ where })).toMatchObject([{ provider: "github" }]);
  });

  test("keeps the provider's account that a young account was created with", async () => {
    const owner = await member();
    const { createdAt } = await prisma.user.findUniqueOrThrow({ where: { id: owner.userId } });
    await prisma.oAuthAccount.create({
      data: { provider: "github", providerAccountId: owner.userId, userId: owner.userId, createdAt },
    });
    const { undo } = await changeAddress(owner);
    await undoEmailChange(at(1), { token: undo });
    expect(await prisma.oAuthAccount.count({ where: { userId: owner.userId } })).toBe(1);
  });

  test("works while the account is suspended for the thief's acts, and leaves it suspended", async () => {
    const owner = await member();
    const { undo } = await changeAddress(owner);
    await prisma.user.update({ where: { id: owner.userId }, data: { suspendedAt: at(0.5).now } });
    expect(await undoEmailChange(at(1), { token: undo })).toEqual({ email: owner.email });
    expect(await prisma.user.findUnique({ where: { id: owner.userId } })).toMatchObject({
      email: owner.email,
      suspendedAt: at(0.5).now,
    });
  });

  test("notifies the readers of both addresses of what was removed, and is in the audit log", async () => {
    const owner = await member();
    const { wanted, undo } = await changeAddress(owner);
    await addKey(owner.acting(0.5));
    await issueKey(owner.acting(0.5), newKey("ci"));
    await sendDueMail();
    mailbox.letters.splice(0);
    await undoEmailChange(at(1), { token: undo });
    await sendDueMail();
    const [restored, ...more] = mailbox.lettersTo(owner.email);
    expect(more).toEqual([]);
    expect(restored).toMatchObject({ subject: "Your e-mail address is back" });
    expect(restored!.text).toContain("the factor “A laptop”, the API key “ci”.");
    expect(restored!.link).toMatch(/\/forgot-password$/);
    expect(mailbox.lettersTo(wanted).map(({ subject }) => subject)).toEqual(["Your e-mail address was changed back"]);
    const entries = await prisma.auditEntry.findMany({ where: { accountId: owner.userId, createdAt: at(1).now } });
    expect(entries.map(({ action }) => action).toSorted()).toEqual([
      "email.restored",
      "factor.removed",
      "key.revoked",
      "password.voided",
    ]);
  });

  test("works after the longest appeal of a closing, for the rest of the period", async () => {
    const owner = await member();
    const { undo, wanted } = await changeAddress(owner);
    const [moderator, other] = [await newStaff(), await newStaff()];
    const closing = { ...moderator, now: at(1).now, session: { id: "ses_staff", provenAt: at(1).now } };
    const id = await reported("user", owner.userId);
    const { decision } = await decideReport(closing, { id, action: "close", reason: "Spam" });
    await fileAppeal(at(2), { token: appealToken(decision!.id), content: "It wasn’t me" });
    const days = 24 * 60;
    await deleteExpired(at(days));
    await finishClosings(at(days));
    await expect(register(at(days), newPerson(owner.email))).rejects.toMatchObject({ code: "conflict" });
    await decideAppeal({ ...other, now: at(days).now }, { id: decision!.id, granted: true, answer: "Sorry" });
    await deleteExpired(at(days));
    expect(await prisma.user.findUnique({ where: { id: owner.userId } })).toMatchObject({ email: wanted });
    await expect(undoEmailChange(at(days + 72), { token: undo })).rejects.toMatchObject({ code: "invalid_request" });
    expect(await undoEmailChange(at(days + 70), { token: undo })).toEqual({ email: owner.email });
  });
});

const newPerson = (email: string) => ({ name: "Somebody", handle: `undo_${++addresses}`, email, password: PASSWORD });
