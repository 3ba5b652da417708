import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { register } from "@/lib/domain/accounts/lifecycle/sign-up";
import {
  findAddressToConfirm,
  getEmailSettings,
  resendVerification,
  verifyEmail,
} from "@/lib/domain/accounts/lifecycle/verification";
import { closeAccount } from "@/lib/domain/accounts/lifecycle/closing";
import { requestEmailChange } from "@/lib/domain/accounts/lifecycle/email-change";
import { createContext } from "@/lib/domain/kernel/context";
import { HOUR_MS } from "@/lib/domain/kernel/durations";
import { database } from "@/lib/infra/database/db";
import { env } from "@/lib/infra/environment/env";
import { newcomer, PASSWORD, sendDueMail, setUpMail, visitor } from "@/tests/lib/domain/accounts/mail/mail-fixture";
import { stopClock } from "@/tests/support/stopped-clock";

stopClock();

const mailbox = setUpMail();
const notValid = { code: "invalid_request", details: { issues: [{ param: "token" }] } };
const at = (hours: number) => ({ ...visitor, now: new Date(Date.now() + hours * HOUR_MS) });

beforeEach(() => void mailbox.letters.splice(0));

async function signedUp() {
  const member = await newcomer();
  await sendDueMail();
  const ctx = createContext({ actor: await member.account(), channel: "session" });
  const tokens = () => mailbox.lettersTo(member.email).map(({ link }) => new URL(link).searchParams.get("token")!);
  return { ...member, ctx, tokens };
}

describe("an address given at sign-up", () => {
  test("is verified by the link in its letter, once", async () => {
    const { ctx, email, tokens } = await signedUp();
    const [letter] = mailbox.lettersTo(email);
    expect(letter).toMatchObject({ subject: "Confirm your e-mail address" });
    expect(new URL(letter!.link).pathname).toBe("/verify-email");
    expect(await getEmailSettings(ctx)).toEqual({ email, verified: false, pendingEmail: null });
    const [token] = tokens() as [string];
    const uses = await Promise.allSettled(Array.from({ length: 5 }, () => verifyEmail(visitor, { token })));
    expect(uses.filter(({ status }) => status === "fulfilled")).toMatchObject([{ value: { email } }]);
    for (const use of uses) if (use.status === "rejected") expect(use.reason).toMatchObject(notValid);
    expect(await getEmailSettings(ctx)).toEqual({ email, verified: true, pendingEmail: null });
  });

  test("is not verified by a link that is wrong or expired, or of a closed or suspended account", async () => {
    const [{ ctx, tokens }, closed, suspended] = [await signedUp(), await signedUp(), await signedUp()];
    const [token] = tokens() as [string];
    await closeAccount(closed.ctx, { password: PASSWORD });
    await database().prisma.user.update({ where: { id: suspended.id }, data: { suspendedAt: new Date() } });
    for (const wrong of ["", "none", `${token.slice(0, -2)}AA`, closed.tokens()[0]!, suspended.tokens()[0]!])
      await expect(verifyEmail(visitor, { token: wrong })).rejects.toMatchObject(notValid);
    await expect(verifyEmail(at(49), { token })).rejects.toMatchObject(notValid);
    expect(await getEmailSettings(ctx)).toMatchObject({ verified: false });
  });

  test("gets another link on request, five an hour, and none once it is verified", async () => {
    const { ctx, tokens } = await signedUp();
    for (let n = 0; n < 5; n += 1) expect(await resendVerification(ctx)).toEqual({ ok: true });
    await expect(resendVerification(ctx)).rejects.toMatchObject({ code: "rate_limited" });
    await sendDueMail();
    expect(new Set(tokens()).size).toBe(6);
    await verifyEmail(visitor, { token: tokens()[3]! });
    await expect(resendVerification(ctx)).rejects.toMatchObject({ code: "conflict" });
    await expect(verifyEmail(visitor, { token: tokens()[4]! })).rejects.toMatchObject(notValid);
  });

  test("leaves no usable link in the database", async () => {
    const { id, tokens } = await signedUp();
    const { prisma } = database();
    const rows = [
      await prisma.letter.findMany({ where: { userId: id } }),
      await prisma.emailToken.findMany({ where: { userId: id } }),
    ];
    expect(JSON.stringify(rows)).not.toContain(tokens()[0]);
  });

  test("gets no letter where the deployment has no mail, and nobody can request one", async () => {
    const { mail } = env();
    Object.assign(env(), { mail: { kind: "none" } });
    const { id, account } = await newcomer();
    const ctx = createContext({ actor: await account(), channel: "session" });
    await expect(resendVerification(ctx)).rejects.toMatchObject({ code: "forbidden" });
    Object.assign(env(), { mail });
    expect(await database().prisma.letter.count({ where: { userId: id } })).toBe(0);
    expect(await database().prisma.emailToken.count({ where: { userId: id } })).toBe(0);
  });

  test("gets exactly one letter for an account that was created, and none for a rejected one", async () => {
    const { handle, email } = await signedUp();
    mailbox.letters.splice(0);
    const other = { name: "Another", handle: `${handle}_b`, email, password: PASSWORD };
    await expect(register(visitor, other)).rejects.toMatchObject({ code: "conflict" });
    await expect(register(visitor, { ...other, handle, email: "b@example.com" })).rejects.toMatchObject({
      code: "conflict",
    });
    await sendDueMail();
    expect(mailbox.letters).toEqual([]);
  });
});

describe("the home page asks for an address to be confirmed", () => {
  const unverified = ({ ctx }: Awaited<ReturnType<typeof signedUp>>) => ({
    ...ctx,
    actor: { ...ctx.actor, emailUnverified: true },
  });

  test("until its owner has confirmed it or asked to change it", async () => {
    const [confirming, changing] = [await signedUp(), await signedUp()];
    expect(await findAddressToConfirm(unverified(confirming))).toBe(confirming.email);
    await verifyEmail(visitor, { token: confirming.tokens()[0]! });
    expect(await findAddressToConfirm(confirming.ctx)).toBeNull();
    expect(await findAddressToConfirm(unverified(confirming))).toBeNull();
    await requestEmailChange(changing.ctx, { email: `new_${changing.email}`, password: PASSWORD });
    expect(await findAddressToConfirm(unverified(changing))).toBeNull();
  });

  test("neither where every page asks for it, nor where the site sends no mail", async () => {
    const newcomer = unverified(await signedUp());
    const { mail, requireVerifiedEmail } = env();
    onTestFinished(() => void Object.assign(env(), { mail, requireVerifiedEmail }));
    Object.assign(env(), { requireVerifiedEmail: true });
    expect(await findAddressToConfirm(newcomer)).toBeNull();
    Object.assign(env(), { requireVerifiedEmail: false, mail: { kind: "none" } });
    expect(await findAddressToConfirm(newcomer)).toBeNull();
  });
});
