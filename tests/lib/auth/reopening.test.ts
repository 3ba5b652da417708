import { describe, expect, test } from "vitest";
import { admitFromProvider } from "@/lib/auth/admission";
import { type NextStep, nextStepCookie, nextStepOf } from "@/lib/auth/next-step";
import { signInByReopening, signInWithCode } from "@/lib/auth/next-step-sign-in";
import { signInWithPassword } from "@/lib/auth/sign-in";
import { SignInRejected } from "@/lib/auth/sign-in-errors";
import { closeAccount } from "@/lib/domain/accounts/lifecycle/closing";
import { beginTotp, confirmTotp } from "@/lib/domain/accounts/factors/totp";
import { newLeaver, password, rowOf, visitor } from "@/tests/lib/domain/accounts/lifecycle/leaver";
import { authenticator } from "@/tests/support/authenticator";
import { later } from "@/tests/support/people";

const origin = { network: "192.0.2.1" };
const reopen: NextStep = { step: "reopen", userId: "user_1" };

/** What a sign-in came to: the account, null, or why it was refused and what is next. */
const outcome = (work: Promise<unknown>) =>
  work.catch((error: unknown) => {
    if (!(error instanceof SignInRejected)) throw error;
    return error.nextStep ? `${error.name}: ${error.nextStep.step}` : error.name;
  });

async function closedWithTotp() {
  const leaver = await newLeaver();
  const before = later(leaver, -600);
  const app = authenticator((await beginTotp(before, { name: "Phone" })).secret);
  const { recoveryCodes } = await confirmTotp(before, { code: app(0, before.now.getTime()) });
  await closeAccount(leaver, { password });
  const enter = (code?: string, given = password) =>
    outcome(signInWithPassword({ login: leaver.actor.handle, password: given, ...(code && { code }) }, origin));
  return { leaver, userId: leaver.actor.id, app, recoveryCodes, enter };
}

describe("signing in to an account that its owner closed", () => {
  test("offers to reopen it after the right password and code, and reopens it on request", async () => {
    const { leaver, userId, app, recoveryCodes, enter } = await closedWithTotp();
    expect(await enter()).toBe("CodeRequired");
    expect(await enter("000 000 0")).toBe("WrongCode");
    expect(await enter(app())).toBe("AccountClosed: reopen");
    expect(await enter(recoveryCodes[0])).toBe("AccountClosed: reopen");
    expect((await rowOf(leaver)).closedAt).not.toBeNull();
    const step: NextStep = { step: "reopen", userId };
    expect(await outcome(signInByReopening(step, origin))).toMatchObject({ id: userId });
    expect(await outcome(signInByReopening(step, origin))).toBe("TooLateToReopen");
    expect(await enter(recoveryCodes[1])).toMatchObject({ id: userId });
  });

  test("reveals nothing without the password", async () => {
    const { app, enter } = await closedWithTotp();
    expect(await enter(undefined, "not the password")).toBeNull();
    expect(await enter(app(), "not the password")).toBeNull();
  });

  test("requires the code before it offers anything after a sign-in through a provider", async () => {
    const { userId, app } = await closedWithTotp();
    expect(await outcome(admitFromProvider(visitor, userId))).toBe("SecondFactorRequired: second-factor");
    const step: NextStep = { step: "second-factor", userId };
    expect(await outcome(signInByReopening(step, origin))).toBeNull();
    expect(await outcome(signInWithCode({ code: "nonsense" }, step, origin))).toBe("WrongCode");
    expect(await outcome(signInWithCode({ code: app() }, step, origin))).toBe("AccountClosed: reopen");
  });

  test("locks after ten wrong codes, also after a sign-in through a provider", async () => {
    const { userId, app } = await closedWithTotp();
    const step: NextStep = { step: "second-factor", userId };
    const tries = await Promise.all(
      Array.from({ length: 15 }, (_, n) => outcome(signInWithCode({ code: `wrong ${n}` }, step, origin))),
    );
    expect(tries.filter((answer) => answer === "WrongCode")).toHaveLength(10);
    expect(await outcome(signInWithCode({ code: app() }, step, origin))).toBe("TooManyFailures");
  });
});

describe("the cookie of the next step", () => {
  const valueOf = (cookie: string) => cookie.split(";", 1)[0]!;

  test("is valid for ten minutes, among other cookies, and only as it was signed", () => {
    const now = new Date();
    const value = valueOf(nextStepCookie(reopen, now));
    expect(nextStepOf(`theme=dark; ${value}`, now)).toEqual(reopen);
    expect(nextStepOf(value, new Date(now.getTime() + 600_000))).toBeNull();
    const other = valueOf(nextStepCookie({ ...reopen, userId: "user_2" }, now));
    const [content, signature] = [other.split(".")[0], value.slice(value.lastIndexOf("."))];
    for (const forged of [
      null,
      "",
      "pegboard.next-step=",
      "pegboard.next-step=a.b",
      `${content}${signature}`,
      `${value}x`,
    ])
      expect(nextStepOf(forged, now)).toBeNull();
  });

  test("is inaccessible to scripts and other sites, and can be deleted", () => {
    expect(nextStepCookie(reopen)).toMatch(/; Path=\/; HttpOnly; SameSite=Lax/);
    expect(nextStepCookie(null)).toContain("=; Max-Age=0;");
  });
});
