import { beforeEach, describe, expect, test } from "vitest";
import { signIn } from "@/lib/domain/accounts/lifecycle/devices";
import { listOwnEntries } from "@/lib/domain/accounts/audit-log/queries";
import type { Context } from "@/lib/domain/kernel/context";
import { deleteExpired } from "@/lib/domain/deployment/retention/commands";
import { DEVICE_RETENTION_DAYS, MAX_DEVICE_LETTERS_PER_HOUR, MAX_DEVICES } from "@/lib/domain/accounts/users/rules";
import { browserName } from "@/lib/domain/accounts/users/browsers";
import { database } from "@/lib/infra/database/db";
import { later, newPerson } from "@/tests/support/people";

const CHROME = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Chrome/130.0.0.0 Safari/537.36";

let ada: Context;
beforeEach(async () => {
  ada = await newPerson({ afterCommit: () => undefined });
  const email = `${ada.actor.handle}@example.com`;
  await database().prisma.user.update({ where: { id: ada.actor.id }, data: { email, emailVerifiedAt: ada.now } });
});

const enter = (deviceId: string, { ctx = ada, userId = ada.actor.id } = {}) =>
  signIn(ctx, { userId, deviceId, userAgent: CHROME, maxAgeSeconds: 60, method: "credentials" });

const notifications = () =>
  database().prisma.notification.findMany({ where: { userId: ada.actor.id }, select: { type: true, preview: true } });
const letters = () => database().prisma.letter.count({ where: { userId: ada.actor.id, kind: "new-device" } });

describe("a sign-in with a browser that is new to the account", () => {
  test("notifies the owner in the app and by mail, except for the very first one", async () => {
    await enter("laptop");
    expect(await notifications()).toEqual([]);
    await enter("laptop");
    expect(await notifications()).toEqual([]);
    await enter("phone");
    expect(await notifications()).toEqual([
      { type: "SYSTEM", preview: expect.stringContaining("Chrome on Mac OS X") as string },
    ]);
    expect(await letters()).toBe(1);
    await enter("phone", { ctx: later(ada, 1) });
    expect(await notifications()).toHaveLength(1);
    expect((await listOwnEntries(ada, { limit: 9 })).data.map(({ details }) => details.newBrowser)[0]).toBe(false);
    expect((await listOwnEntries(ada, { limit: 9 })).data.filter(({ details }) => details.newBrowser)).toHaveLength(1);
  });

  test("notifies once, however many sign in with it at once", async () => {
    await enter("laptop");
    await Promise.all(Array.from({ length: 5 }, () => enter("phone")));
    expect(await notifications()).toHaveLength(1);
    expect(await database().prisma.session.count({ where: { userId: ada.actor.id } })).toBe(6);
  });

  test("sends no letter to an unverified address, and a few at most to a verified one", async () => {
    await enter("laptop");
    await database().prisma.user.update({ where: { id: ada.actor.id }, data: { emailVerifiedAt: null } });
    await enter("phone");
    expect(await letters()).toBe(0);
    await database().prisma.user.update({ where: { id: ada.actor.id }, data: { emailVerifiedAt: ada.now } });
    for (let n = 0; n < 10; n += 1) await enter(`phone ${n}`, { ctx: later(ada, n + 1) });
    expect(await letters()).toBeLessThanOrEqual(MAX_DEVICE_LETTERS_PER_HOUR);
    expect(await notifications()).toHaveLength(11);
  });

  test("is known to one account only, and the cookie's id is stored nowhere", async () => {
    const ben = await newPerson();
    await enter("laptop");
    await enter("shared");
    await enter("laptop", { userId: ben.actor.id });
    await enter("shared", { userId: ben.actor.id });
    expect(await database().prisma.notification.count({ where: { userId: ben.actor.id } })).toBe(1);
    const stored = await database().prisma.signInDevice.findMany();
    expect(new Set(stored.map(({ device }) => device)).size).toBe(stored.length);
    expect(JSON.stringify(stored)).not.toMatch(/laptop|shared/);
  });
});

test(`an account has ${MAX_DEVICES} known browsers at most, each for ${DEVICE_RETENTION_DAYS} days`, async () => {
  for (let n = 0; n < MAX_DEVICES + 3; n += 1) await enter(`browser ${n}`, { ctx: later(ada, n) });
  const count = () => database().prisma.signInDevice.count({ where: { userId: ada.actor.id } });
  expect(await count()).toBe(MAX_DEVICES);
  await deleteExpired(later(ada, (DEVICE_RETENTION_DAYS + 1) * 86_400));
  expect(await count()).toBe(0);
});

test.each([
  [CHROME, "Chrome on Mac OS X"],
  ["Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/132.0", "Firefox on Windows"],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0", "Firefox on Linux"],
  ["curl/8.9.1", "curl/8.9.1"],
  ["", "A browser"],
])("%s is called %s", (userAgent, name) => expect(browserName(userAgent)).toBe(name));
