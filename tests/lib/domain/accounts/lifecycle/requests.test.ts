import { beforeEach, describe, expect, test } from "vitest";
import { signInWithPassword } from "@/lib/auth/sign-in";
import { decideSignUpRequest, listSignUpRequests, register } from "@/lib/domain/accounts/lifecycle/sign-up";
import { deleteExpired } from "@/lib/domain/deployment/retention/commands";
import {
  MAX_REQUESTS,
  MAX_REQUESTS_PER_NETWORK,
  SIGN_UP_REQUEST_RETENTION_DAYS,
} from "@/lib/domain/accounts/lifecycle/rules";
import { verifyEmail } from "@/lib/domain/accounts/lifecycle/verification";
import { createContext, type VisitorContext } from "@/lib/domain/kernel/context";
import { DAY_MS } from "@/lib/domain/kernel/durations";
import { accountOfOAuth } from "@/lib/domain/accounts/lifecycle/oauth";
import { networkOf } from "@/lib/domain/accounts/sign-ups/origin";
import { database } from "@/lib/infra/database/db";
import { sendDueMail, setUpMail, visitor } from "../mail/mail-fixture";
import { newStaff } from "../../people/moderation/staff";
import { changeSettings, newcomer, visitorFrom } from "../sign-ups/proofs";

const mailbox = setUpMail();
const FORBIDDEN = { code: "forbidden" };

const signIn = (login: string, password: string) => signInWithPassword({ login, password }, { network: "192.0.2.1" });

async function requested(reason?: string) {
  const person = newcomer();
  const { id } = await register(visitor, { ...person, reason });
  return { id, ...person };
}

beforeEach(() => changeSettings({ mode: "approval" }));

describe("where staff approve accounts, somebody who signs up", () => {
  test("waits without an account, and only learns so with the right password", async () => {
    const person = newcomer();
    const answer = await register(visitor, { ...person, reason: "I make looms" });
    expect(answer).toEqual({ id: expect.any(String), handle: person.handle, waiting: true });
    expect(await database().prisma.user.count({ where: { handle: person.handle } })).toBe(0);
    for (const login of [person.handle, person.email])
      await expect(signIn(login, person.password)).rejects.toThrow("ApprovalPending");
    expect(await signIn(person.handle, "not the password")).toBeNull();
    const moderator = await newStaff();
    const { data, waiting } = await listSignUpRequests(moderator);
    expect(data.find(({ handle }) => handle === person.handle)).toEqual({
      id: answer.id,
      handle: person.handle,
      name: person.name,
      mailDomain: "example.com",
      reason: "I make looms",
      createdAt: visitor.now.toISOString(),
    });
    expect(waiting).toBeGreaterThan(0);
  });

  test("gets the account once, when a moderator approves, and a letter that confirms the address", async () => {
    const person = await requested();
    const [moderator, other] = [await newStaff(), await newStaff()];
    const decide = (by: typeof moderator) => decideSignUpRequest(by, { id: person.id, approved: true, reason: "" });
    const tries = await Promise.allSettled([decide(moderator), decide(other)]);
    expect(tries.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(tries.find((each) => each.status === "rejected")?.reason).toMatchObject({ code: "not_found" });
    expect(await signIn(person.handle, person.password)).toMatchObject({ id: person.id });
    await sendDueMail();
    const [letter] = mailbox.lettersTo(person.email);
    expect(letter).toMatchObject({
      subject: "Your account is ready",
      link: expect.stringContaining("/verify-email?token="),
    });
    const { token = "" } = Object.fromEntries(new URL(letter!.link).searchParams);
    expect(await verifyEmail(visitor, { token })).toEqual({ email: person.email });
    const approvals = { accountId: person.id, action: "sign-up.approved" };
    expect(await database().prisma.auditEntry.count({ where: approvals })).toBe(1);
  });

  test("leaves only a letter when a moderator refuses, and can sign up again", async () => {
    const person = await requested();
    await decideSignUpRequest(await newStaff(), { id: person.id, approved: false, reason: "Too many looms" });
    expect(await database().prisma.signUpRequest.count({ where: { id: person.id } })).toBe(0);
    expect(await database().prisma.user.count({ where: { handle: person.handle } })).toBe(0);
    expect(await signIn(person.handle, person.password)).toBeNull();
    await sendDueMail();
    expect(mailbox.lettersTo(person.email).map(({ text }) => text)).toEqual([
      expect.stringContaining("Too many looms"),
    ]);
    const { id: _id, ...again } = person;
    expect(await register(visitor, again)).toMatchObject({ waiting: true });
  });

  test("learns which field is taken, by an account or by another request", async () => {
    const waiting = await requested();
    const { actor } = await newStaff();
    const taken = (param: string) => ({ code: "conflict", details: { issues: [{ param }] } });
    await expect(register(visitor, { ...newcomer(), handle: waiting.handle })).rejects.toMatchObject(taken("handle"));
    await expect(register(visitor, { ...newcomer(), email: waiting.email })).rejects.toMatchObject(taken("email"));
    await expect(register(visitor, { ...newcomer(), handle: actor.handle })).rejects.toMatchObject(taken("handle"));
    const person = newcomer();
    const tries = await Promise.allSettled(Array.from({ length: 5 }, () => register(visitor, person)));
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  test("cannot be approved with a handle that was taken meanwhile", async () => {
    const waiting = await requested();
    await changeSettings({ mode: "open" });
    await register(visitor, { ...newcomer(), handle: waiting.handle });
    const approval = decideSignUpRequest(await newStaff(), { id: waiting.id, approved: true, reason: "" });
    await expect(approval).rejects.toMatchObject({ code: "conflict" });
    expect(await database().prisma.signUpRequest.count({ where: { id: waiting.id } })).toBe(1);
    // The account's owner can sign in, not the person who requested its handle.
    expect(await signIn(waiting.handle, waiting.password)).toMatchObject({ id: expect.not.stringMatching(waiting.id) });
  });
});

test("only moderators see requests and decide on them", async () => {
  const { id } = await requested();
  const editor = await newStaff("EDITOR");
  await expect(listSignUpRequests(editor)).rejects.toMatchObject(FORBIDDEN);
  await expect(decideSignUpRequest(editor, { id, approved: true, reason: "" })).rejects.toMatchObject(FORBIDDEN);
  const unknown = decideSignUpRequest(await newStaff(), { id: "none", approved: false, reason: "" });
  await expect(unknown).rejects.toMatchObject({ code: "not_found" });
});

test("nobody can sign up where sign-up is closed, nor with a provider where staff approve accounts", async () => {
  const ctx = createContext({ actor: null, channel: "session" });
  const known = { provider: "github", providerAccountId: "1" };
  await changeSettings({ mode: "open" });
  const id = await accountOfOAuth(ctx, known, { name: "Ada" });
  for (const mode of ["approval", "closed"] as const) {
    await changeSettings({ mode });
    expect(await accountOfOAuth(ctx, known, { name: "Ada" })).toBe(id);
    const stranger = { provider: "github", providerAccountId: mode };
    await expect(accountOfOAuth(ctx, stranger, { name: "Ben" })).rejects.toMatchObject(FORBIDDEN);
  }
  await expect(register(visitor, newcomer())).rejects.toMatchObject(FORBIDDEN);
});

describe("open requests for an account", () => {
  const { prisma } = database();
  beforeEach(() => prisma.signUpRequest.deleteMany());

  /** Fills the list up to `count`, and then signs up five people at once. Returns how many succeeded. */
  async function fiveAfter(count: number, network: string | null, from: () => VisitorContext): Promise<number> {
    const rows = Array.from({ length: count }, (_, n) => ({
      id: `user_waiting${n}`,
      handle: `waiting_${n}`,
      name: "Waiting",
      email: `waiting_${n}@example.com`,
      passwordHash: "none",
      network,
      createdAt: new Date(),
    }));
    await prisma.signUpRequest.createMany({ data: rows });
    const tries = await Promise.allSettled(Array.from({ length: 5 }, () => register(from(), newcomer())));
    for (const result of tries) if (result.status === "rejected") expect(result.reason).toMatchObject(FORBIDDEN);
    return tries.filter(({ status }) => status === "fulfilled").length;
  }

  test("expire", async () => {
    await requested();
    await deleteExpired({ ...visitor, now: new Date(Date.now() + (SIGN_UP_REQUEST_RETENTION_DAYS + 1) * DAY_MS) });
    expect(await prisma.signUpRequest.count()).toBe(0);
  });

  test(`are limited to ${MAX_REQUESTS}, however many people sign up at the same time`, async () => {
    expect(await fiveAfter(MAX_REQUESTS - 2, null, () => visitorFrom())).toBe(2);
    expect(await prisma.signUpRequest.count()).toBe(MAX_REQUESTS);
  });

  test(`are limited to ${MAX_REQUESTS_PER_NETWORK} per network, which does not block others`, async () => {
    const from = (host: number) => visitorFrom(`203.0.113.${host}`);
    let host = 1;
    expect(await fiveAfter(MAX_REQUESTS_PER_NETWORK - 2, networkOf(from(1)), () => from(host++))).toBe(2);
    expect(await register(visitorFrom(), newcomer())).toMatchObject({ waiting: true });
    const request = await prisma.signUpRequest.findFirstOrThrow({ where: { network: networkOf(from(1)) } });
    await decideSignUpRequest(await newStaff(), { id: request.id, approved: false, reason: "" });
    expect(await register(from(99), newcomer())).toMatchObject({ waiting: true });
  });
});
