import { beforeEach, describe, expect, test } from "vitest";
import { signInWithPassword } from "@/lib/auth/sign-in";
import { closeAccount, finishClosings } from "@/lib/domain/accounts/lifecycle/closing";
import { reopenAccount } from "@/lib/domain/accounts/lifecycle/reopening";
import type { Context } from "@/lib/domain/kernel/context";
import { followUser } from "@/lib/domain/people/graph/commands";
import { appealToken } from "@/lib/domain/people/moderation/appeal-token";
import { decideAppeal, fileAppeal } from "@/lib/domain/people/moderation/appeals";
import { decideReport, changeAccount } from "@/lib/domain/people/moderation/decisions";
import { getDecisionOfToken } from "@/lib/domain/people/moderation/own-decisions";
import { endDueSuspensions } from "@/lib/domain/people/moderation/sanctions";
import { createPost } from "@/lib/domain/writing/posts/commands";
import { getPost } from "@/lib/domain/writing/posts/queries";
import { HANDLE_RESERVATION_DAYS, REOPENING_DAYS } from "@/lib/domain/accounts/users/rules";
import { database } from "@/lib/infra/database/db";
import { later, newPerson } from "@/tests/support/people";
import { daysAfter, expectSound, newLeaver, notFound, password, rowOf, visitor } from "../../accounts/lifecycle/leaver";
import { sendDueMail, setUpMail } from "../../accounts/mail/mail-fixture";
import { newStaff, reported } from "./staff";

const mailbox = setUpMail();
const { prisma } = database();

let person: Context;
let moderator: Context;
let other: Context;
beforeEach(async () => {
  [person, moderator, other] = await Promise.all([newLeaver(), newStaff(), newStaff()]);
});

const after = (days: number) => daysAfter(person, days);
const because = { action: "close", reason: "Nothing but spam" } as const;
const kept = () => prisma.closedAccount.count({ where: { userId: person.actor.id } });
const emailOf = ({ actor }: Context) => `${actor.handle}@example.com`;

/** Closes the account by a decision, and returns its id. */
async function close(seconds = 60, reportId?: string): Promise<string> {
  const id = reportId ?? (await reported("user", person.actor.id));
  return (await decideReport(later(moderator, seconds), { id, ...because })).decision!.id;
}

const appeal = (decisionId: string) => fileAppeal(visitor, { token: appealToken(decisionId), content: "It wasn’t me" });
const answer = (decisionId: string, granted = true, by = other) =>
  decideAppeal(by, { id: decisionId, granted, answer: granted ? "Our mistake" : "No" });

const signIn = () => signInWithPassword({ login: person.actor.handle, password }, { network: "192.0.2.1" });

describe("an account that a moderator closed", () => {
  test("cannot be reopened by its owner, whom signing in leads to the decision", async () => {
    const id = await close();
    await expect(reopenAccount(after(1), person.actor)).rejects.toMatchObject(notFound);
    await expect(signIn()).rejects.toThrow(`AccountSuspended.${appealToken(id)}`);
    expect(await getDecisionOfToken(visitor, { token: appealToken(id) })).toMatchObject(because);
    await appeal(id);
    await expect(signIn()).rejects.toThrow("AccountSuspended");
  });

  test("is restored when an appeal succeeds, with an audit entry and a letter", async () => {
    const fan = await newPerson();
    await followUser(fan, { handle: person.actor.handle });
    const post = await createPost(person, { content: "Here I am", audience: "PUBLIC" });
    const before = await rowOf(person);
    const id = await close();
    await expect(getPost(fan, post)).rejects.toMatchObject(notFound);
    await appeal(id);
    await answer(id);
    expect(await rowOf(person)).toEqual({ ...before, eventPosition: expect.any(BigInt) as bigint });
    expect(await getPost(fan, post)).toMatchObject({ id: post.id });
    expect(await rowOf(fan)).toMatchObject({ followingCount: 1 });
    expect(await signIn()).toMatchObject({ id: person.actor.id });
    const reopened = { action: "account.reopened", accountId: person.actor.id, actorId: other.actor.id };
    expect(await prisma.auditEntry.count({ where: reopened })).toBe(1);
    await sendDueMail();
    const letters = mailbox.lettersTo(emailOf(person)).map(({ text }) => text);
    expect(letters.at(-1)).toContain("Your account is open again");
    await expectSound();
  });

  test("stays closed when an appeal fails, of which its owner is notified by mail", async () => {
    const id = await close();
    await appeal(id);
    await answer(id, false);
    expect((await rowOf(person)).closedAt).not.toBeNull();
    await sendDueMail();
    const letters = mailbox.lettersTo(emailOf(person)).map(({ text }) => text);
    expect(letters.at(-1)).toContain(`This is about @${person.actor.handle}.`);
    expect(letters.at(-1)).toContain("the decision stands");
  });

  test(`is kept for ${REOPENING_DAYS} days, and during an open appeal no longer than its handle`, async () => {
    const id = await close();
    await finishClosings(after(REOPENING_DAYS - 1));
    expect(await kept()).toBe(1);
    await appeal(id);
    await finishClosings(after(HANDLE_RESERVATION_DAYS - 1));
    expect(await kept()).toBe(1);
    await finishClosings(after(HANDLE_RESERVATION_DAYS + 1));
    expect(await kept()).toBe(0);
    await answer(id);
    expect(await rowOf(person)).toMatchObject({ name: "Somebody who left", closedAt: expect.any(Date) });
    const decision = await prisma.decision.findUniqueOrThrow({ where: { id }, include: { appeal: true } });
    expect(decision).toMatchObject({ liftedAt: expect.any(Date), appeal: { status: "granted" } });
    await expectSound();
  });

  test("without an appeal is deleted like one that its owner closed", async () => {
    await close();
    await finishClosings(after(REOPENING_DAYS + 1));
    expect(await kept()).toBe(0);
  });

  test("is still suspended if it is restored before an earlier suspension ends", async () => {
    const first = await reported("user", person.actor.id);
    const until = after(3).now;
    const post = await createPost(person, { content: "Worse", audience: "PUBLIC" });
    const second = await reported("post", post.id);
    await decideReport(moderator, { id: first, action: "suspend", reason: "Spam", until: until.toISOString() });
    const id = await close(60, second);
    await endDueSuspensions(after(2));
    await appeal(id);
    await answer(id);
    expect(await rowOf(person)).toMatchObject({ closedAt: null, suspendedUntil: until });
    await endDueSuspensions(after(4));
    expect(await rowOf(person)).toMatchObject({ suspendedAt: null, suspendedUntil: null });
  });

  test("is no longer suspended if it is restored after that, unless the operator suspended it", async () => {
    const about = await reported("user", person.actor.id);
    const post = await createPost(person, { content: "Worse", audience: "PUBLIC" });
    const second = await reported("post", post.id);
    const until = after(3).now.toISOString();
    await decideReport(moderator, { id: about, action: "suspend", reason: "Spam", until });
    const id = await close(60, second);
    await endDueSuspensions(after(4));
    const closed = await rowOf(person);
    expect(closed).toMatchObject({ suspendedUntil: null, suspendedAt: closed.closedAt });
    await changeAccount(after(5), { handle: closed.handle, suspended: true });
    await appeal(id);
    await answer(id);
    expect(await rowOf(person)).toMatchObject({ closedAt: null, suspendedAt: after(5).now });
  });

  test("stays closed as long as one of two decisions to close it is in force", async () => {
    const post = await createPost(person, { content: "Spam", audience: "PUBLIC" });
    const about = await reported("post", post.id);
    const first = await close();
    const second = await close(120, about);
    for (const id of [first, second]) await appeal(id);
    await answer(first);
    expect((await rowOf(person)).closedAt).not.toBeNull();
    await expect(reopenAccount(after(1), person.actor)).rejects.toMatchObject(notFound);
    await answer(second);
    expect((await rowOf(person)).closedAt).toBeNull();
  });

  test("after its owner did can be reopened by its owner when an appeal succeeds", async () => {
    const about = await reported("user", person.actor.id);
    await closeAccount(person, { password });
    const id = await close(60, about);
    await expect(reopenAccount(after(1), person.actor)).rejects.toMatchObject(notFound);
    await appeal(id);
    await answer(id);
    expect((await rowOf(person)).closedAt).toEqual(person.now);
    await reopenAccount(after(1), person.actor);
    expect((await rowOf(person)).closedAt).toBeNull();
    await expectSound();
  });

  test("is either restored or deleted, whichever comes first, and by one of two moderators", async () => {
    const id = await close();
    await appeal(id);
    const third = await newStaff();
    const [one, two] = await Promise.allSettled([
      answer(id),
      answer(id, true, third),
      finishClosings(after(HANDLE_RESERVATION_DAYS + 1)),
    ]);
    expect([one.status, two.status].toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(await kept()).toBe(0);
    await expectSound();
  });
});
