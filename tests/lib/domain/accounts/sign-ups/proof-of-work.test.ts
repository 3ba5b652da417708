import { beforeEach, describe, expect, test } from "vitest";
import { register } from "@/lib/domain/accounts/lifecycle/sign-up";
import { HOUR_MS, MINUTE_MS } from "@/lib/domain/kernel/durations";
import { deleteExpired } from "@/lib/domain/deployment/retention/commands";
import { getSignUpChallenge } from "@/lib/domain/accounts/sign-ups/proof-of-work";
import { CHALLENGE_LIFETIME_MS, QUIET_SIGN_UPS } from "@/lib/domain/accounts/sign-ups/rules";
import { changeSignUpSettings, getSignUpSettings } from "@/lib/domain/deployment/site/sign-up";
import { database } from "@/lib/infra/database/db";
import { newStaff } from "../../people/moderation/staff";
import { challengeFor, changeSettings, encoded, newcomer, signUpFrom, solve, visitorFrom } from "./proofs";

const NOT_PROVEN = { code: "invalid_request", details: { issues: [{ param: "proof" }] } };

const earlier = (ms: number) => new Date(Date.now() - ms);

beforeEach(() => changeSettings({ proof: "always" }));

test("a new site requires no proof, only admins can change that, and the audit log records it", async () => {
  await database().prisma.siteSetting.deleteMany();
  const [admin, moderator] = [await newStaff("ADMIN"), await newStaff()];
  expect(await getSignUpSettings(admin)).toMatchObject({ proof: "never" });
  expect(await getSignUpChallenge(visitorFrom())).toEqual({ challenge: null });
  expect(await signUpFrom(visitorFrom())).toMatchObject({ id: expect.any(String) });
  const settings = { ...(await getSignUpSettings(admin)), proof: "always" as const };
  await expect(getSignUpSettings(moderator)).rejects.toMatchObject({ code: "forbidden" });
  await expect(changeSignUpSettings(moderator, settings)).rejects.toMatchObject({ code: "forbidden" });
  for (const _again of [1, 2]) await changeSignUpSettings(admin, settings);
  expect(await getSignUpSettings(admin)).toEqual(settings);
  const entries = await database().prisma.auditEntry.findMany({
    where: { action: "setting.changed", actorId: admin.actor.id },
  });
  expect(entries.map(({ details }) => details)).toEqual([
    { setting: "sign-up", mode: "open", modeBefore: "open", proof: "always", proofBefore: "never" },
  ]);
});

describe("where a proof is required, a sign-up", () => {
  test("succeeds with a solved challenge, and fails without one", async () => {
    const ctx = visitorFrom();
    await expect(signUpFrom(ctx)).rejects.toMatchObject(NOT_PROVEN);
    expect(await signUpFrom(ctx, await solve(await challengeFor(ctx)))).toMatchObject({ id: expect.any(String) });
  });

  test("uses a challenge once, also under concurrency", async () => {
    const ctx = visitorFrom();
    // With the work that the second one would require.
    await signUpFrom(ctx, await solve(await challengeFor(ctx)));
    const proof = await solve(await challengeFor(ctx));
    await database().prisma.signUpOrigin.deleteMany();
    const tries = await Promise.allSettled(Array.from({ length: 6 }, () => signUpFrom(ctx, proof)));
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const { reason } of tries.filter((each) => each.status === "rejected"))
      expect(reason).toMatchObject(NOT_PROVEN);
  });

  test("that fails for another reason does not consume the proof", async () => {
    const ctx = visitorFrom();
    const proof = await solve(await challengeFor(ctx));
    const person = newcomer();
    await database().prisma.releasedHandle.create({
      data: { handle: person.handle, userId: (await newStaff()).actor.id, releasedAt: new Date() },
    });
    await expect(register(ctx, { ...person, proof })).rejects.toMatchObject({ code: "conflict" });
    expect(await signUpFrom(ctx, proof)).toMatchObject({ id: expect.any(String) });
  });

  test("is rejected with an expired challenge", async () => {
    const { clientIp, ...rest } = visitorFrom(undefined, earlier(CHALLENGE_LIFETIME_MS + MINUTE_MS));
    const challenge = await challengeFor({ clientIp, ...rest });
    await expect(signUpFrom(visitorFrom(clientIp), await solve(challenge))).rejects.toMatchObject(NOT_PROVEN);
  });

  test("is rejected with anything that was not issued and solved exactly as sent", async () => {
    const ctx = visitorFrom();
    const challenge = await challengeFor(ctx);
    const solved = JSON.parse(Buffer.from(await solve(challenge), "base64").toString()) as { solution: object };
    const { solution } = solved;
    const { parameters, signature } = challenge;
    const forged = [
      { challenge, solution: { counter: 1, derivedKey: "00".repeat(32) } },
      { challenge, solution: null },
      { challenge: { parameters, signature: "0".repeat(64) }, solution },
      { challenge: { parameters: { ...parameters, data: { work: 1e9 } }, signature }, solution },
      { challenge: { parameters: { ...parameters, expiresAt: parameters.expiresAt + 3600 }, signature }, solution },
      { challenge: { parameters: { ...parameters, keyPrefix: "" }, signature }, solution },
      { challenge: { parameters, signature: signature.toUpperCase() }, solution },
      {},
      null,
      [],
      "text",
    ];
    for (const [index, value] of forged.entries())
      await expect(signUpFrom(ctx, encoded(value)), String(index)).rejects.toMatchObject(NOT_PROVEN);
    for (const text of ["", "=", "{", "\0"]) await expect(signUpFrom(ctx, text)).rejects.toMatchObject(NOT_PROVEN);
  });
});

describe("the work", () => {
  test("doubles with each sign-up of a network, and a proof of less is no longer accepted", async () => {
    const [ctx, other] = [visitorFrom("198.51.100.7"), visitorFrom("198.51.101.7")];
    const easy = await Promise.all([challengeFor(ctx), challengeFor(ctx)]);
    await signUpFrom(ctx, await solve(easy[0]));
    // Neighbours share a network.
    const harder = await challengeFor(visitorFrom("198.51.100.8"));
    expect(harder.parameters.data.work).toBe(2 * easy[0].parameters.data.work);
    expect((await challengeFor(other)).parameters.data.work).toBe(easy[0].parameters.data.work);
    await expect(signUpFrom(ctx, await solve(easy[1]))).rejects.toMatchObject(NOT_PROVEN);
    expect(await signUpFrom(ctx, await solve(harder))).toMatchObject({ id: expect.any(String) });
  });

  test("is the minimum again after an hour, and old records are deleted", async () => {
    const before = visitorFrom("203.0.113.7", earlier(HOUR_MS + MINUTE_MS));
    await changeSettings({ proof: "never" });
    await signUpFrom(before);
    await changeSettings({ proof: "always" });
    const least = await challengeFor(visitorFrom());
    expect((await challengeFor(visitorFrom("203.0.113.7"))).parameters.data).toEqual(least.parameters.data);
    await deleteExpired(visitorFrom());
    expect(await database().prisma.signUpOrigin.count({ where: { createdAt: { lt: earlier(HOUR_MS) } } })).toBe(0);
  });

  test("has a maximum, and can be required of busy networks only", async () => {
    await changeSettings({ proof: "busy" });
    const ctx = visitorFrom("2001:db8:1:2::/64");
    for (let n = 0; n < QUIET_SIGN_UPS; n++) await signUpFrom(ctx);
    await expect(signUpFrom(visitorFrom("2001:db8:1:3::/64"))).rejects.toMatchObject(NOT_PROVEN);
    expect(await signUpFrom(visitorFrom("2001:db8:2:2::/64"))).toMatchObject({ id: expect.any(String) });
    await changeSettings({ proof: "never" });
    for (let n = 0; n < 6; n++) await signUpFrom(ctx);
    await changeSettings({ proof: "busy" });
    expect((await challengeFor(ctx)).parameters.data.work).toBe(3_200_000);
  });
});
