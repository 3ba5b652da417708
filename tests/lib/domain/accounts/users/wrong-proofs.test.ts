import { expect, test } from "vitest";
import { closeAccount } from "@/lib/domain/accounts/lifecycle/closing";
import { requestEmailChange } from "@/lib/domain/accounts/lifecycle/email-change";
import type { Context } from "@/lib/domain/kernel/context";
import { proveIdentity } from "@/lib/domain/accounts/factors/commands";
import { changePassword } from "@/lib/domain/accounts/lifecycle/recovery";
import { hashPassword } from "@/lib/domain/accounts/users/password";
import { beginSession } from "@/lib/domain/accounts/users/sessions";
import { database } from "@/lib/infra/database/db";
import { newPerson } from "@/tests/support/people";
import { stopClock } from "@/tests/support/stopped-clock";

stopClock();

const PASSWORD = "four words make one";
const newPassword = "five other words make two";

/** Every act that takes a password. */
const ACTS: ((ctx: Context, password: string) => Promise<unknown>)[] = [
  (ctx, currentPassword) => changePassword(ctx, { currentPassword, newPassword }),
  (ctx, password) => closeAccount(ctx, { password }),
  (ctx, password) => requestEmailChange(ctx, { email: "new@example.com", password }),
  (ctx, password) => proveIdentity(ctx, { password }),
];

test("ten wrong passwords of a session, in any acts, lock it and no other", async () => {
  const person = await newPerson();
  const passwordHash = await hashPassword({}, PASSWORD);
  await database().prisma.user.update({ where: { id: person.actor.id }, data: { passwordHash } });
  const sessionOf = (id: string): Context => ({ ...person, session: { id, provenAt: new Date(0) } });
  const session = { userId: person.actor.id, userAgent: "", maxAgeSeconds: 60 };
  const [thief, owner] = [sessionOf("ses_thief"), sessionOf(await beginSession(person, session))];
  const outcomes = await Promise.all(
    Array.from({ length: 5 }, (_, n) => ACTS.map((act) => act(thief, `wrong ${n}`)))
      .flat()
      .map((tried) => tried.catch(({ code }: { code: string }) => code)),
  );
  expect(outcomes.filter((code) => code === "invalid_request")).toHaveLength(10);
  expect(outcomes.filter((code) => code === "rate_limited")).toHaveLength(10);
  for (const act of ACTS) await expect(act(thief, PASSWORD)).rejects.toMatchObject({ code: "rate_limited" });
  for (let n = 0; n < 12; n += 1) await proveIdentity(owner, { password: PASSWORD });
  await changePassword(owner, { currentPassword: PASSWORD, newPassword });
});
