import { beforeEach, describe, expect, test } from "vitest";
import { closeAccount, finishClosings } from "@/lib/domain/accounts/lifecycle/closing";
import { cancelEmailChange, requestEmailChange, undoEmailChange } from "@/lib/domain/accounts/lifecycle/email-change";
import { reopenAccount } from "@/lib/domain/accounts/lifecycle/reopening";
import { register } from "@/lib/domain/accounts/lifecycle/sign-up";
import { getEmailSettings, verifyEmail } from "@/lib/domain/accounts/lifecycle/verification";
import { type Context, createContext } from "@/lib/domain/kernel/context";
import { HOUR_MS } from "@/lib/domain/kernel/durations";
import { changePassword } from "@/lib/domain/accounts/lifecycle/recovery";
import { REOPENING_DAYS } from "@/lib/domain/accounts/users/rules";
import { beginSession } from "@/lib/domain/accounts/users/sessions";
import { findSession } from "@/lib/domain/accounts/authentication/queries";
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

const mailbox = setUpMail();
const notValid = { code: "invalid_request", details: { issues: [{ param: "token" }] } };
const taken = { code: "conflict", details: { issues: [{ param: "email" }] } };
const at = (hours: number) => ({ ...visitor, now: new Date(Date.now() + hours * HOUR_MS) });
let addresses = 0;
const newAddress = () => `new_${++addresses}@example.com`;

beforeEach(() => void mailbox.letters.splice(0));

async function member() {
  const { account, ...rest } = await newMember();
  return { ...rest, ctx: createContext({ actor: await account(), channel: "session" }) };
}

/** Requests a change to an address, and returns the token of the letter's link. */
async function ask(ctx: Context, email: string): Promise<string> {
  await requestEmailChange(ctx, { email, password: PASSWORD });
  return newestToken(email, "/verify-email");
}

async function newestToken(email: string, path: string): Promise<string> {
  await sendDueMail();
  const links = mailbox.lettersTo(email).map(({ link }) => new URL(link));
  return links.findLast(({ pathname }) => pathname === path)!.searchParams.get("token")!;
}

const addressOf = async (ctx: Context) => (await getEmailSettings(ctx)).email;
const undoToken = (email: string) => newestToken(email, "/undo-email-change");

describe("a new address", () => {
  test("takes effect when the link in its letter is used, and the old address is notified", async () => {
    const { ctx, email } = await member();
    const wanted = newAddress();
    const token = await ask(ctx, wanted);
    expect(await getEmailSettings(ctx)).toEqual({ email, verified: true, pendingEmail: wanted });
    expect(await verifyEmail(at(0), { token })).toEqual({ email: wanted });
    expect(await getEmailSettings(ctx)).toEqual({ email: wanted, verified: true, pendingEmail: null });
    await sendDueMail();
    expect(mailbox.lettersTo(email).map(({ subject }) => subject)).toEqual(["Your e-mail address was changed"]);
    expect(await database().prisma.notification.count({ where: { userId: ctx.actor.id, type: "SYSTEM" } })).toBe(1);
  });

  test("is not announced to a former address that was never verified", async () => {
    const { email, account } = await newcomer();
    await sendDueMail();
    mailbox.letters.splice(0);
    const token = await ask(createContext({ actor: await account(), channel: "session" }), newAddress());
    await verifyEmail(at(0), { token });
    await sendDueMail();
    expect(mailbox.lettersTo(email)).toEqual([]);
  });

  test("needs the password, and must differ from the current one", async () => {
    const { ctx, email } = await member();
    await expect(requestEmailChange(ctx, { email: newAddress(), password: "wrong" })).rejects.toMatchObject({
      details: { issues: [{ param: "password" }] },
    });
    await expect(requestEmailChange(ctx, { email, password: PASSWORD })).rejects.toMatchObject({
      details: { issues: [{ param: "email" }] },
    });
    await sendDueMail();
    expect(mailbox.letters).toEqual([]);
  });

  test("is void once another is requested, it is cancelled or expired, or the password is changed", async () => {
    const { ctx } = await member();
    const refused = async (token: string, hours = 0) =>
      expect(verifyEmail(at(hours), { token })).rejects.toMatchObject(notValid);
    const first = await ask(ctx, newAddress());
    const second = await ask(ctx, newAddress());
    await refused(first);
    await refused(second, 49);
    await cancelEmailChange(ctx);
    await refused(second);
    const third = await ask(ctx, newAddress());
    await changePassword(ctx, { currentPassword: PASSWORD, newPassword: "five other words make two" });
    await refused(third);
  });

  test("of another account is revealed to its reader only, and changes nothing", async () => {
    const [{ ctx, email }, other] = [await member(), await member()];
    const token = await ask(ctx, other.email);
    await expect(verifyEmail(at(0), { token })).rejects.toMatchObject(taken);
    expect([await addressOf(ctx), await addressOf(other.ctx)]).toEqual([email, other.email]);
  });

  test("goes to only one of two accounts that confirm it at the same time", async () => {
    const [a, b] = [await member(), await member()];
    const wanted = newAddress();
    const tokens = [await ask(a.ctx, wanted), await ask(b.ctx, wanted)];
    const uses = await Promise.allSettled(tokens.map((token) => verifyEmail(at(0), { token })));
    expect(uses.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const owners = [await addressOf(a.ctx), await addressOf(b.ctx)];
    expect(owners.filter((address) => address === wanted)).toHaveLength(1);
  });

  describe("within an hour", () => {
    stopClock();

    test("gets at most five letters, whoever requests them", async () => {
      const wanted = newAddress();
      for (let n = 0; n < 5; n += 1) await ask((await member()).ctx, wanted);
      await expect(ask((await member()).ctx, wanted)).rejects.toMatchObject({ code: "rate_limited" });
      expect(mailbox.lettersTo(wanted)).toHaveLength(5);
    });
  });
});

describe("a change of address", () => {
  const changed = async () => {
    const { ctx, email } = await member();
    const wanted = newAddress();
    await verifyEmail(at(0), { token: await ask(ctx, wanted) });
    return { ctx, email, wanted, undo: await undoToken(email) };
  };

  test("is undone by the former address's reader, which ends every session", async () => {
    const { ctx, email, wanted, undo } = await changed();
    const session = await beginSession(visitor, { userId: ctx.actor.id, userAgent: "test", maxAgeSeconds: 60 });
    expect(await undoEmailChange(at(0), { token: undo })).toEqual({ email });
    expect(await getEmailSettings(ctx)).toEqual({ email, verified: true, pendingEmail: null });
    expect(await findSession(session, new Date())).toBeNull();
    await expect(undoEmailChange(at(0), { token: undo })).rejects.toMatchObject(notValid);
    expect(await register(visitor, newPerson(wanted))).toMatchObject({ id: expect.any(String) });
  });

  test("can be undone for 72 hours, not longer", async () => {
    const { email, undo } = await changed();
    await expect(undoEmailChange(at(73), { token: undo })).rejects.toMatchObject(notValid);
    expect(await undoEmailChange(at(71), { token: undo })).toEqual({ email });
  });

  test("is undone by the first owner, whatever the person who made it did meanwhile", async () => {
    const { ctx, email, wanted, undo } = await changed();
    const second = newAddress();
    await verifyEmail(at(0), { token: await ask(ctx, second) });
    const theirs = await undoToken(wanted);
    const pending = await ask(ctx, newAddress());
    await undoEmailChange(at(0), { token: theirs });
    expect(await addressOf(ctx)).toBe(wanted);
    await undoEmailChange(at(0), { token: undo });
    expect(await addressOf(ctx)).toBe(email);
    for (const token of [theirs, pending])
      await expect(
        Promise.any([undoEmailChange(at(0), { token }), verifyEmail(at(0), { token })]),
      ).rejects.toBeInstanceOf(AggregateError);
  });

  test("can be undone after the account was closed and reopened, for the rest of the period", async () => {
    const { ctx, email, undo } = await changed();
    const reopened = at(300);
    await closeAccount({ ...ctx, now: at(1).now }, { password: PASSWORD });
    await expect(undoEmailChange(at(2), { token: undo })).rejects.toMatchObject(notValid);
    await expect(register(at(100), newPerson(email))).rejects.toMatchObject(taken);
    await reopenAccount(reopened, { id: ctx.actor.id });
    await expect(undoEmailChange(at(300 + 72), { token: undo })).rejects.toMatchObject(notValid);
    expect(await undoEmailChange(at(300 + 70), { token: undo })).toEqual({ email });
  });

  test("can no longer be undone, nor is its address reserved, once the account is gone for good", async () => {
    const { ctx, email } = await changed();
    await closeAccount(ctx, { password: PASSWORD });
    await finishClosings(at(24 * REOPENING_DAYS + 1));
    expect(await database().prisma.emailToken.count({ where: { userId: ctx.actor.id } })).toBe(0);
    expect(await register(at(24 * REOPENING_DAYS + 1), newPerson(email))).toMatchObject({ id: expect.any(String) });
  });

  test("reserves the former address as long as it can be undone", async () => {
    const { email } = await changed();
    await expect(register(visitor, newPerson(email))).rejects.toMatchObject(taken);
    const { ctx } = await member();
    await expect(verifyEmail(at(0), { token: await ask(ctx, email) })).rejects.toMatchObject(taken);
    expect(await register(at(73), newPerson(email))).toMatchObject({ id: expect.any(String) });
  });
});

const newPerson = (email: string) => ({
  name: "Somebody",
  handle: `for_new_${++addresses}`,
  email,
  password: PASSWORD,
});
