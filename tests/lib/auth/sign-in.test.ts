import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { signInWithPassword } from "@/lib/auth/sign-in";
import { withKnownError } from "@/lib/auth/sign-in-errors";
import { suspensionPath } from "@/lib/client/sign-in-messages";
import { createContext } from "@/lib/domain/kernel/context";
import { DAY_MS } from "@/lib/domain/kernel/durations";
import { decideReport } from "@/lib/domain/people/moderation/decisions";
import { getDecisionOfToken } from "@/lib/domain/people/moderation/own-decisions";
import { endDueSuspensions } from "@/lib/domain/people/moderation/sanctions";
import { register } from "@/lib/domain/accounts/lifecycle/sign-up";
import { hashPassword } from "@/lib/domain/accounts/users/password";
import { database } from "@/lib/infra/database/db";
import { newStaff, reported } from "../domain/people/moderation/staff";
import { stopClock } from "@/tests/support/stopped-clock";

stopClock();

const PASSWORD = "a board with five cups";
const HOME = "192.0.2.1";
const guessAt =
  (login: string) =>
  (password: string, network = HOME) =>
    signInWithPassword({ login, password }, { network }).then(
      (person) => (person ? "in" : "wrong"),
      (error: Error) => error.name,
    );

async function newMember() {
  const handle = `m_${randomUUID().replaceAll("-", "").slice(0, 12)}`;
  const { id } = await register(createContext({ actor: null, channel: "session" }), {
    name: "Mel",
    handle,
    email: `${handle}@example.org`,
    password: PASSWORD,
  });
  const notifications = () => database().prisma.notification.count({ where: { userId: id, type: "SYSTEM" } });
  return { id, handle, email: `${handle}@example.org`, guess: guessAt(handle), notifications };
}

/** Each attempt comes from a network of its own. */
async function failFromEverywhere({ guess }: { guess: ReturnType<typeof guessAt> }, tries: number): Promise<void> {
  for (let n = 0; n < tries; n += 20)
    await Promise.all(Array.from({ length: 20 }, (_, k) => guess("wrong", `198.51.100.${n + k}`)));
}

describe("signing in", () => {
  test("shows only the owner of a suspended account until when and why it is suspended", async () => {
    const { id, handle, guess } = await newMember();
    const moderator = await newStaff();
    const until = new Date(Date.now() + DAY_MS).toISOString();
    const report = await reported("user", id);
    await decideReport(moderator, { id: report, action: "suspend", reason: "Spam", until });
    expect(await guess("wrong")).toBe("wrong");
    const code = await signInWithPassword({ login: handle, password: PASSWORD }, { network: HOME }).then(
      () => "in",
      (error: Error) => error.message,
    );
    const known = new URL(
      withKnownError(`/login?error=${encodeURIComponent(code)}`, "https://pegboard.example"),
      "https://pegboard.example",
    );
    const path = new URL(suspensionPath(known.searchParams.get("error"))!, "https://pegboard.example");
    expect(path.pathname).toBe("/appeal");
    const decision = await getDecisionOfToken(moderator, { token: path.searchParams.get("token")! });
    expect(decision).toMatchObject({ action: "suspend", reason: "Spam", until });
    await endDueSuspensions({ ...moderator, now: new Date(Date.now() + 2 * DAY_MS) });
    expect(await guess(PASSWORD)).toBe("in");
  });

  test("checks at most ten wrong passwords of an account, however many arrive at once", async () => {
    const { guess } = await newMember();
    const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => guess(`wrong ${n} of many`)));
    expect(answers.filter((answer) => answer === "wrong")).toHaveLength(10);
    expect(answers.filter((answer) => answer === "TooManyFailures")).toHaveLength(30);
    expect(await guess(PASSWORD)).toBe("TooManyFailures");
  });

  test("does not count successful sign-ins", async () => {
    const { guess } = await newMember();
    for (let time = 0; time < 15; time++) expect(await guess(PASSWORD)).toBe("in");
  });

  test("does not reveal by its limit that a handle and an e-mail address are one account's", async () => {
    const { guess, email } = await newMember();
    await failFromEverywhere({ guess }, 100);
    for (let n = 0; n < 10; n++) expect(await guess("wrong", "203.0.113.9")).toBe("TooManyFailures");
    for (let n = 0; n < 10; n++) expect(await guessAt(email)("wrong", "203.0.113.9")).toBe("wrong");
    expect(await guessAt(email)(PASSWORD, "203.0.113.9")).toBe("TooManyFailures");
  });

  test("lets the owner in from another network after ten wrong passwords", async () => {
    const { guess } = await newMember();
    for (let n = 0; n < 12; n++) await guess("wrong", "198.51.100.7");
    expect(await guess(PASSWORD, "198.51.100.7")).toBe("TooManyFailures");
    expect(await guess(PASSWORD)).toBe("in");
  });

  test("after a hundred wrong passwords, accepts only networks that the owner signed in from", async () => {
    const member = await newMember();
    expect(await member.guess(PASSWORD)).toBe("in");
    await failFromEverywhere(member, 100);
    expect(await member.guess(PASSWORD, "203.0.113.9")).toBe("TooManyFailures");
    expect(await member.guess(PASSWORD)).toBe("in");
  });

  test("notifies the owner of failed attempts once, and not of a single typo", async () => {
    const member = await newMember();
    for (let n = 0; n < 9; n++) await member.guess("wrong");
    expect(await member.notifications()).toBe(0);
    await member.guess("wrong");
    for (let n = 0; n < 10; n++) await member.guess("wrong", "198.51.100.7");
    expect(await member.notifications()).toBe(1);
  });

  test("stores no client address", async () => {
    const { id, guess } = await newMember();
    await guess(PASSWORD);
    const networks = await database().prisma.signInNetwork.findMany({ where: { userId: id } });
    expect(networks).toHaveLength(1);
    expect(JSON.stringify(networks)).not.toContain(HOME);
  });
});

describe("more concurrent passwords than the queue holds", () => {
  test("are rejected as unavailable, and count against nobody", async () => {
    const { guess } = await newMember();
    const stop = fillQueue();
    for (let n = 0; n < 12; n++) expect(await guess(PASSWORD)).toBe("DomainError");
    await stop();
    for (let n = 0; n < 10; n++) expect(await guess("wrong")).toBe("wrong");
    expect(await guess(PASSWORD)).toBe("TooManyFailures");
  });
});

/** Keeps the password queue full until the returned function is called. */
function fillQueue(): () => Promise<void> {
  let isOver = false;
  const fill = (): Promise<void> => hashPassword({}, "something to do").then(() => (isOver ? undefined : fill()));
  const busy = Array.from({ length: 34 }, fill);
  return async () => {
    isOver = true;
    await Promise.all(busy);
  };
}

test.each([
  ["/login?error=CredentialsSignin", "/login?error=CredentialsSignin"],
  ["/coins?show=drops", "/coins?show=drops"],
  ["/login?error=Can%27t%20reach%20database%20at%2010.0.0.1", "https://pegboard.test/login?error=Default"],
  [
    "https://pegboard.test/login?a=b&error=CredentialsSignin&error=secret",
    "https://pegboard.test/login?a=b&error=Default",
  ],
])("hides internals of %s", (address, shown) => {
  expect(withKnownError(address, "https://pegboard.test")).toBe(shown);
});
