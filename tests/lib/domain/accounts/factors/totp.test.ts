import { describe, expect, test } from "vitest";
import { inTransaction } from "@/lib/domain/kernel/context";
import { getFactorSettings, hasSecondFactor } from "@/lib/domain/accounts/factors/queries";
import { acceptTotpCode, beginTotp, confirmTotp, removeTotp } from "@/lib/domain/accounts/factors/totp";
import { database } from "@/lib/infra/database/db";
import { authenticator } from "@/tests/support/authenticator";
import { eventually } from "@/tests/support/eventually";
import { lockWaits } from "@/tests/support/lock-waits";
import { newPerson } from "@/tests/support/people";
import { TYPED } from "@/tests/support/typed-codes";
import { atNoonPlus, NOON, notificationsOf, visitorAt, withTotp } from "./factors-fixture";

describe("an authenticator app", () => {
  test("is required once its first code was confirmed, not before", async () => {
    const ctx = atNoonPlus(await newPerson(), 0);
    const { secret, uri } = await beginTotp(ctx, { name: "My phone" });
    expect(uri).toMatch(/^otpauth:\/\/totp\/Pegboard:p_\w+\?.*secret=[A-Z2-7]{32}/);
    const code = authenticator(secret)(0, NOON.getTime());
    expect(await hasSecondFactor(ctx, ctx.actor.id)).toBe(false);
    expect(await acceptTotpCode(ctx, ctx.actor.id, code)).toBe(false);
    await expect(confirmTotp(ctx, { code: wrong(code) })).rejects.toMatchObject({
      details: { issues: [{ param: "code" }] },
    });
    const { recoveryCodes } = await confirmTotp(ctx, { code: ` ${code.slice(0, 3)} ${code.slice(3)}` });
    expect(new Set(recoveryCodes).size).toBe(10);
    expect(await hasSecondFactor(ctx, ctx.actor.id)).toBe(true);
    expect(await notificationsOf(ctx.actor.id)).toBe(1);
    await expect(beginTotp(ctx, { name: "Another" })).rejects.toMatchObject({ code: "conflict" });
    await expect(confirmTotp(ctx, { code })).rejects.toMatchObject({ code: "conflict" });
  });

  test("is not turned on with a code of the secret that a concurrent setup replaces", async () => {
    const ctx = atNoonPlus(await newPerson(), 0);
    const { secret } = await beginTotp(ctx, { name: "First" });
    const code = authenticator(secret)(0, NOON.getTime());
    const outcome = await inTransaction(ctx, async (tx) => {
      await beginTotp(tx, { name: "Second" });
      const confirming = confirmTotp(ctx, { code }).catch((error: unknown) => error);
      await eventually(async () => expect(await lockWaits()).toBe(1));
      return { confirming };
    });
    expect(await outcome.confirming).toMatchObject({ details: { issues: [{ param: "code" }] } });
    expect(await hasSecondFactor(ctx, ctx.actor.id)).toBe(false);
  });

  test("keeps its secret encrypted, and is listed with its name and times", async () => {
    const { ctx, userId, secret, shown } = await withTotp();
    const row = await database().prisma.totpFactor.findUniqueOrThrow({ where: { userId } });
    expect(JSON.stringify(row)).not.toContain(secret);
    expect((await getFactorSettings(ctx)).totp).toEqual({
      name: "My phone",
      createdAt: ctx.now.toISOString(),
      lastUsedAt: null,
    });
    await acceptTotpCode(visitorAt(0), userId, shown(0));
    expect((await getFactorSettings(ctx)).totp).toMatchObject({ lastUsedAt: NOON.toISOString() });
  });

  test.each([-30, 0, 30])("may have a clock that is off by %i seconds", async (skew) => {
    const { userId, shown } = await withTotp();
    expect(await acceptTotpCode(visitorAt(0), userId, shown(skew))).toBe(true);
  });

  test.each([-60, 60])("may not have a clock that is off by %i seconds", async (skew) => {
    const { userId, shown } = await withTotp();
    expect(await acceptTotpCode(visitorAt(0), userId, shown(skew))).toBe(false);
  });

  test.each(["１２３４５６", "𐹺𒿒ᶋ╫", "12345é", "-12345", "1e5000"])("rejects %s", async (code) => {
    const { userId } = await withTotp();
    expect(await acceptTotpCode(visitorAt(0), userId, code)).toBe(false);
  });

  test.each(TYPED)("may have its code typed %s", async (_how, typed) => {
    const { userId, shown } = await withTotp();
    expect(await acceptTotpCode(visitorAt(0), userId, typed(shown(0)))).toBe(true);
  });

  test("can use each code once, and none older than the last", async () => {
    const { userId, shown } = await withTotp();
    const uses = await Promise.all(Array.from({ length: 8 }, () => acceptTotpCode(visitorAt(0), userId, shown(0))));
    expect(uses.filter(Boolean)).toHaveLength(1);
    expect(await acceptTotpCode(visitorAt(0), userId, shown(-30))).toBe(false);
    expect(await acceptTotpCode(visitorAt(20), userId, shown(0))).toBe(false);
    expect(await acceptTotpCode(visitorAt(30), userId, shown(30))).toBe(true);
  });

  test("cannot use again the code that turned it on", async () => {
    const { userId, shown } = await withTotp();
    expect(await acceptTotpCode(visitorAt(-300), userId, shown(-300))).toBe(false);
  });

  test("of one account has no codes for another", async () => {
    const [mine, theirs] = [await withTotp(), await withTotp()];
    expect(await acceptTotpCode(visitorAt(0), theirs.userId, mine.shown(0))).toBe(false);
  });

  test("that is turned off is deleted with its recovery codes, and its owner is notified", async () => {
    const { ctx, userId, shown } = await withTotp();
    await removeTotp(atNoonPlus(ctx, 0));
    expect(await acceptTotpCode(visitorAt(0), userId, shown(0))).toBe(false);
    expect(await getFactorSettings(ctx)).toMatchObject({ totp: null, recoveryCodesLeft: 0 });
    expect(await notificationsOf(userId)).toBe(2);
    await removeTotp(atNoonPlus(ctx, 1));
    expect(await notificationsOf(userId)).toBe(2);
  });
});

const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");
