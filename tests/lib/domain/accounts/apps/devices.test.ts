import { describe, expect, test } from "vitest";
import {
  allowDevice,
  beginDevice,
  exchangeDeviceCode,
  findWaiting,
  denyDevice,
} from "@/lib/domain/accounts/apps/devices";
import { DEVICE, newUserCode, readUserCode, showUserCode } from "@/lib/domain/accounts/apps/rules";
import { randomBytes } from "@/lib/domain/kernel/id";
import { database } from "@/lib/infra/database/db";
import { newPerson } from "@/tests/support/people";
import { TYPED } from "@/tests/support/typed-codes";
import { anyone, newApp, tokensFor } from "./app-fixture";

const PROGRAM = { scope: "read:feed", program: "tool/1.0" };
const after = (seconds: number) => anyone(new Date(Date.now() + seconds * 1000));

async function waitingProgram() {
  const { app } = await newApp();
  const begun = await beginDevice({ ...anyone(), clientIp: "192.0.2.7" }, app, PROGRAM);
  const ask = (seconds = 0) => exchangeDeviceCode(after(seconds), app, { device_code: begun.device_code });
  return { app, ask, userCode: begun.user_code, begun };
}

describe("a program that waits", () => {
  test("is shown with its scopes and place, and gets its tokens once, when it is approved", async () => {
    const [person, { ask, userCode }] = await Promise.all([newPerson(), waitingProgram()]);
    await expect(ask()).rejects.toMatchObject({ code: "authorization_pending" });
    expect(await findWaiting(person, { userCode: userCode.toLowerCase().replace("-", " ") })).toMatchObject({
      name: "Mirror",
      scopes: ["read:feed"],
      network: "192.0.2.7",
      program: "tool/1.0",
    });
    await allowDevice(person, { userCode });
    const tries = await Promise.allSettled(Array.from({ length: 20 }, () => ask()));
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await database().prisma.appGrant.count({ where: { userId: person.actor.id } })).toBe(1);
  });

  test("that polls too often is told to slow down, by more each time", async () => {
    const { ask } = await waitingProgram();
    await expect(ask(0)).rejects.toMatchObject({ code: "authorization_pending" });
    await expect(ask(2)).rejects.toMatchObject({ code: "slow_down" });
    await expect(ask(2 + DEVICE.intervalSeconds + 1)).rejects.toMatchObject({ code: "slow_down" });
    await expect(ask(60)).rejects.toMatchObject({ code: "authorization_pending" });
  });

  test("that polls constantly is told to slow down, up to a bound, and writes no rows for it", async () => {
    const { ask, app } = await waitingProgram();
    for (let turn = 0; turn < 40; turn += 1) await ask(turn * 2).catch(() => undefined);
    const row = () => database().prisma.deviceAuthorization.findFirstOrThrow({ where: { appId: app.id } });
    const before = await row();
    expect(before.intervalSeconds).toBe(DEVICE.maxIntervalSeconds);
    await expect(ask(78.5)).rejects.toMatchObject({ code: "slow_down" });
    expect(await row()).toEqual(before);
  });

  test("is announced to the owner of the account, even if the app is known", async () => {
    const [person, { app, ask, userCode }] = await Promise.all([newPerson(), waitingProgram()]);
    await tokensFor(person, app, { scope: PROGRAM.scope });
    await allowDevice(person, { userCode });
    await ask();
    expect(await database().prisma.notification.count({ where: { userId: person.actor.id } })).toBe(2);
  });

  test("that is denied learns it, and cannot be approved afterwards", async () => {
    const [person, { ask, userCode }] = await Promise.all([newPerson(), waitingProgram()]);
    await denyDevice(person, { userCode });
    await expect(ask()).rejects.toMatchObject({ code: "access_denied" });
    await expect(allowDevice(person, { userCode })).rejects.toMatchObject({ code: "not_found" });
  });

  test("is decided on by one of two people at once", async () => {
    const people = await Promise.all([newPerson(), newPerson(), newPerson()]);
    const { userCode } = await waitingProgram();
    const tries = await Promise.allSettled(people.map((person) => allowDevice(person, { userCode })));
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  test("expires after ten minutes", async () => {
    const [person, { ask, userCode }] = await Promise.all([newPerson(), waitingProgram()]);
    const late = { ...person, now: after(DEVICE.lifetimeMs / 1000 + 1).now };
    await expect(findWaiting(late, { userCode })).rejects.toMatchObject({ code: "not_found" });
    await expect(ask(DEVICE.lifetimeMs / 1000 + 1)).rejects.toMatchObject({ code: "expired_token" });
  });

  test("cannot be polled by another app", async () => {
    const [{ app }, { begun }] = await Promise.all([newApp(), waitingProgram()]);
    const sent = { device_code: begun.device_code };
    await expect(exchangeDeviceCode(anyone(), app, sent)).rejects.toMatchObject({ code: "invalid_grant" });
  });
});

test("codes cannot be guessed: an account may try twenty an hour", async () => {
  const person = await newPerson();
  const guesses = [findWaiting, allowDevice, denyDevice];
  const guess = (turn: number) => guesses[turn % 3]!(person, { userCode: newUserCode(randomBytes) });
  for (let turn = 0; turn < 20; turn += 1) await expect(guess(turn)).rejects.toMatchObject({ code: "not_found" });
  for (let turn = 0; turn < 3; turn += 1) await expect(guess(turn)).rejects.toMatchObject({ code: "rate_limited" });
});

test.each(TYPED)("a code may be typed %s", (_how, typed) => {
  const code = newUserCode(randomBytes);
  expect(readUserCode(typed(showUserCode(code)))).toBe(code);
});

test("a code is accepted however it is typed, and nothing else is", () => {
  const code = newUserCode(randomBytes);
  expect(readUserCode(showUserCode(code))).toBe(code);
  expect(readUserCode(` ${code.toLowerCase()} `)).toBe(code);
  for (const wrong of ["", "AAAA-AAAA", `${code}B`, code.slice(1), "ßßßßßßßß", "BCDF\0GHJ"])
    expect(readUserCode(wrong)).toBeUndefined();
});
