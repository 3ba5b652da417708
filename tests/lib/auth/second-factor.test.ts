import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { signInWithPassword } from "@/lib/auth/sign-in";
import { register } from "@/lib/domain/accounts/lifecycle/sign-up";
import { createContext } from "@/lib/domain/kernel/context";
import { beginTotp, confirmTotp } from "@/lib/domain/accounts/factors/totp";
import { database } from "@/lib/infra/database/db";
import { authenticator } from "@/tests/support/authenticator";
import { stopClock } from "@/tests/support/stopped-clock";

stopClock();

const PASSWORD = "a board with five cups";

async function memberWithTotp() {
  const handle = `m_${randomUUID().replaceAll("-", "").slice(0, 12)}`;
  const email = `${handle}@example.org`;
  const { id } = await register(createContext({ actor: null, channel: "session" }), {
    name: "Mel",
    handle,
    email,
    password: PASSWORD,
  });
  const actor = await database().prisma.user.findUniqueOrThrow({ where: { id } });
  const before = new Date(Date.now() - 600_000);
  const ctx = createContext({ actor, channel: "session", now: before });
  const { secret } = await beginTotp(ctx, { name: "Phone" });
  const app = authenticator(secret);
  const { recoveryCodes } = await confirmTotp(ctx, { code: app(0, before.getTime()) });
  const open = (password: string, code?: string, network = "192.0.2.1") =>
    signInWithPassword({ login: handle, password, ...(code !== undefined && { code }) }, { network }).then(
      (person) => (person ? "in" : "wrong"),
      (error: Error) => error.name,
    );
  return { id, app, recoveryCodes, open };
}

describe("signing in to an account with an authenticator app", () => {
  test("requires the password and a code, and accepts a code once", async () => {
    const { app, open } = await memberWithTotp();
    expect(await open(PASSWORD)).toBe("CodeRequired");
    expect(await open(PASSWORD, "")).toBe("CodeRequired");
    const code = app();
    expect(await open(PASSWORD, code)).toBe("in");
    expect(await open(PASSWORD, code)).toBe("WrongCode");
  });

  test("accepts a recovery code instead, once of any number of tries", async () => {
    const { recoveryCodes, open } = await memberWithTotp();
    const tries = await Promise.all(Array.from({ length: 5 }, () => open(PASSWORD, recoveryCodes[0])));
    expect(tries.toSorted()).toEqual(["WrongCode", "WrongCode", "WrongCode", "WrongCode", "in"].toSorted());
  });

  test("does not reveal the factor without the password", async () => {
    const { app, open } = await memberWithTotp();
    expect(await open("not the password")).toBe("wrong");
    expect(await open("not the password", app())).toBe("wrong");
    expect(await open(PASSWORD, app())).toBe("in");
  });

  test("locks after ten wrong codes as after ten wrong passwords; a missing one does not count", async () => {
    const { app, open } = await memberWithTotp();
    for (let n = 0; n < 15; n += 1) expect(await open(PASSWORD)).toBe("CodeRequired");
    const codes = await Promise.all(Array.from({ length: 20 }, (_, n) => open(PASSWORD, `wrong ${n}`)));
    expect(codes.filter((answer) => answer === "WrongCode")).toHaveLength(10);
    expect(await open(PASSWORD, app())).toBe("TooManyFailures");
  });

  test("accepts twenty wrong codes an hour from all networks together, except the owner's", async () => {
    const { id, app, recoveryCodes, open } = await memberWithTotp();
    const own = "198.51.100.1";
    expect(await open(PASSWORD, recoveryCodes[0], own)).toBe("in");
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) => open(PASSWORD, `wrong ${n}`, `192.0.2.${n}`)),
    );
    expect(answers.filter((answer) => answer === "WrongCode")).toHaveLength(20);
    expect(await open(PASSWORD, app(), "203.0.113.9")).toBe("TooManyFailures");
    expect(await open("not the password", app(), "203.0.113.9")).toBe("wrong");
    expect(await open(PASSWORD, app(), own)).toBe("in");
    expect(await database().prisma.notification.count({ where: { userId: id, link: "/settings/account" } })).toBe(1);
  });
});
