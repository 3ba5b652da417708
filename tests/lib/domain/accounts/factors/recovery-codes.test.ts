import { describe, expect, test } from "vitest";
import { acceptCode, proveIdentity, resetFactors } from "@/lib/domain/accounts/factors/commands";
import { getFactorSettings, hasSecondFactor } from "@/lib/domain/accounts/factors/queries";
import { renewRecoveryCodes } from "@/lib/domain/accounts/factors/recovery-codes";
import { hashPassword } from "@/lib/domain/accounts/users/password";
import { beginSession } from "@/lib/domain/accounts/users/sessions";
import { findSession } from "@/lib/domain/accounts/authentication/queries";
import { database } from "@/lib/infra/database/db";
import { newPerson } from "@/tests/support/people";
import { stopClock } from "@/tests/support/stopped-clock";
import { TYPED } from "@/tests/support/typed-codes";
import { atNoonPlus, notificationsOf, visitorAt, withTotp } from "./factors-fixture";

stopClock();

describe("a recovery code", () => {
  test("works once, however it is typed and however many requests use it at the same time", async () => {
    const { ctx, userId, recoveryCodes } = await withTotp();
    const [first, second] = recoveryCodes as [string, string];
    const uses = await Promise.all(Array.from({ length: 8 }, () => acceptCode(visitorAt(0), userId, first)));
    expect(uses.filter(Boolean)).toHaveLength(1);
    const typed = second.toLowerCase().replaceAll("-", " ").replaceAll("0", "o").replaceAll("1", "l");
    expect(await acceptCode(visitorAt(1), userId, typed)).toBe(true);
    expect((await getFactorSettings(ctx)).recoveryCodesLeft).toBe(8);
    expect(await notificationsOf(userId)).toBe(3);
  });

  test.each(TYPED)("may be typed %s", async (_how, typed) => {
    const { userId, recoveryCodes } = await withTotp();
    expect(await acceptCode(visitorAt(0), userId, typed(recoveryCodes[0]!))).toBe(true);
  });

  test("is stored only as a hash, and works for no other account", async () => {
    const [mine, theirs] = [await withTotp(), await withTotp()];
    const rows = await database().prisma.recoveryCode.findMany({ where: { userId: mine.userId } });
    const digits = mine.recoveryCodes[0]!.replaceAll("-", "");
    expect(JSON.stringify(rows)).not.toContain(digits);
    expect(await acceptCode(visitorAt(0), theirs.userId, mine.recoveryCodes[0]!)).toBe(false);
  });

  test("is void once new ones are created, and needs a factor", async () => {
    const { ctx, userId, recoveryCodes } = await withTotp();
    const renewed = await renewRecoveryCodes(atNoonPlus(ctx, 0));
    expect(renewed.recoveryCodes).toHaveLength(10);
    expect(await acceptCode(visitorAt(0), userId, recoveryCodes[0]!)).toBe(false);
    expect(await acceptCode(visitorAt(0), userId, renewed.recoveryCodes[9]!)).toBe(true);
    await expect(renewRecoveryCodes(await newPerson())).rejects.toMatchObject({ code: "conflict" });
  });
});

test("the operator turns every factor off, and the account's owner is notified", async () => {
  const { ctx, userId, recoveryCodes } = await withTotp();
  await resetFactors(atNoonPlus(ctx, 0));
  expect(await hasSecondFactor(ctx, userId)).toBe(false);
  expect(await acceptCode(visitorAt(0), userId, recoveryCodes[0]!)).toBe(false);
  expect(await notificationsOf(userId)).toBe(2);
});

describe("a proof of identity", () => {
  const PASSWORD = "four words make one";
  const inSession = async () => {
    const { ctx, userId, shown, recoveryCodes } = await withTotp();
    await database().prisma.user.update({
      where: { id: userId },
      data: { passwordHash: await hashPassword({}, PASSWORD) },
    });
    const id = await beginSession(visitorAt(-3600), { userId, userAgent: "test", maxAgeSeconds: 86_400 });
    const session = { id, provenAt: new Date(0) };
    const provenAt = async () => (await findSession(id, ctx.now))?.provenAt;
    return { ctx: { ...atNoonPlus(ctx, 0), session }, shown, recoveryCodes, provenAt, begun: visitorAt(-3600).now };
  };

  test("is accepted by password, app code or recovery code, for this session only", async () => {
    const { ctx, shown, recoveryCodes, provenAt, begun } = await inSession();
    const other = await beginSession(visitorAt(-3600), {
      userId: ctx.actor.id,
      userAgent: "other",
      maxAgeSeconds: 86_400,
    });
    expect(await provenAt()).toEqual(begun);
    for (const [n, proof] of [{ password: PASSWORD }, { code: shown(0) }, { code: recoveryCodes[0]! }].entries()) {
      const at = new Date(ctx.now.getTime() + n);
      await proveIdentity({ ...ctx, now: at }, proof);
      expect(await provenAt()).toEqual(at);
    }
    expect((await findSession(other, ctx.now))?.provenAt).toEqual(begun);
  });

  test("is rejected for a wrong password or code, and after ten of them for a while", async () => {
    const { ctx, provenAt, begun } = await inSession();
    for (let n = 0; n < 5; n += 1) {
      await expect(proveIdentity(ctx, { password: "not this" })).rejects.toMatchObject({
        details: { issues: [{ param: "password" }] },
      });
      await expect(proveIdentity(ctx, { code: "abcdef" })).rejects.toMatchObject({
        details: { issues: [{ param: "code" }] },
      });
    }
    await expect(proveIdentity(ctx, { password: PASSWORD })).rejects.toMatchObject({ code: "rate_limited" });
    expect(await provenAt()).toEqual(begun);
  });

  test("that succeeds does not count as an attempt", async () => {
    const { ctx } = await inSession();
    for (let n = 0; n < 12; n += 1) await proveIdentity(ctx, { password: PASSWORD });
  });
});
