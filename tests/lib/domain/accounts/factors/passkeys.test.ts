import { describe, expect, test } from "vitest";
import { signInWithPasskey } from "@/lib/auth/next-step-sign-in";
import { signInWithPassword } from "@/lib/auth/sign-in";
import { proveIdentity } from "@/lib/domain/accounts/factors/commands";
import { getFactorSettings, hasSecondFactor } from "@/lib/domain/accounts/factors/queries";
import {
  acceptAssertion,
  addPasskey,
  passkeyOptions,
  removePasskey,
  signInOptions,
} from "@/lib/domain/accounts/factors/passkeys";
import { MAX_PASSKEYS } from "@/lib/domain/accounts/factors/rules";
import { hashPassword } from "@/lib/domain/accounts/users/password";
import { database } from "@/lib/infra/database/db";
import { passkeyDevice } from "@/tests/support/passkey-device";
import { later, newPerson } from "@/tests/support/people";

const PASSWORD = "four words make one";
const NAME = { name: "The blue key" };

async function withPasskey() {
  const ctx = await newPerson();
  const device = passkeyDevice();
  const { recoveryCodes } = await addPasskey(ctx, { ...NAME, response: device.register(await passkeyOptions(ctx)) });
  return { ctx, userId: ctx.actor.id, device, recoveryCodes };
}

describe("a passkey", () => {
  test("is added with recovery codes, listed, and required beside the password", async () => {
    const { ctx, device, recoveryCodes } = await withPasskey();
    expect(recoveryCodes).toHaveLength(10);
    expect(await hasSecondFactor(ctx, ctx.actor.id)).toBe(true);
    expect((await getFactorSettings(ctx)).passkeys).toEqual([
      { id: device.id, ...NAME, createdAt: ctx.now.toISOString(), lastUsedAt: null },
    ]);
    const second = passkeyDevice();
    const added = await addPasskey(ctx, { ...NAME, response: second.register(await passkeyOptions(ctx)) });
    expect(added.recoveryCodes).toEqual([]);
  });

  test("that is the only factor is named where a password alone is not enough", async () => {
    const { ctx, userId, recoveryCodes } = await withPasskey();
    const passwordHash = await hashPassword(ctx, PASSWORD);
    const { handle } = await database().prisma.user.update({ where: { id: userId }, data: { passwordHash } });
    const given = { login: handle, password: PASSWORD };
    const origin = { network: "192.0.2.1" };
    await expect(signInWithPassword(given, origin)).rejects.toThrow("PasskeyRequired");
    expect(await signInWithPassword({ ...given, code: recoveryCodes[0]! }, origin)).toMatchObject({ id: userId });
  });

  test("signs its owner in, once per challenge", async () => {
    const { ctx, userId, device } = await withPasskey();
    const assertion = device.answer(await signInOptions(ctx));
    const uses = await Promise.all(Array.from({ length: 6 }, () => acceptAssertion(ctx, assertion)));
    expect(uses.toSorted()).toEqual([null, null, null, null, null, userId].toSorted());
    const again = JSON.stringify(device.answer(await signInOptions(ctx)));
    expect(await signInWithPasskey({ assertion: again }, { network: "192.0.2.1" })).toMatchObject({ id: userId });
  });

  test("proves the identity of its owner, and of nobody else", async () => {
    const [owner, other] = [await withPasskey(), await withPasskey()];
    const proof = async ({ device }: typeof owner) => ({ passkey: device.answer(await signInOptions(owner.ctx)) });
    await expect(proveIdentity(owner.ctx, await proof(other))).rejects.toMatchObject({
      code: "invalid_request",
      details: { issues: [{ param: "passkey", message: expect.stringContaining("isn’t one of your passkeys") }] },
    });
    await proveIdentity(owner.ctx, await proof(owner));
  });

  test("cannot be added to another account, with an old challenge, or twice", async () => {
    const [ctx, other] = [await newPerson(), await newPerson()];
    const options = await passkeyOptions(ctx);
    const response = passkeyDevice().register(options);
    const refused = { code: "invalid_request", details: { issues: [{ param: "response" }] } };
    await expect(addPasskey(other, { ...NAME, response })).rejects.toMatchObject(refused);
    await expect(addPasskey(later(ctx, 360), { ...NAME, response })).rejects.toMatchObject(refused);
    const elsewhere = passkeyDevice({ origin: "https://evil.example" }).register(options);
    await expect(addPasskey(ctx, { ...NAME, response: elsewhere })).rejects.toMatchObject(refused);
    await addPasskey(ctx, { ...NAME, response });
    await expect(addPasskey(ctx, { ...NAME, response })).rejects.toMatchObject(refused);
  });

  test("can have the longest id that WebAuthn allows, and no longer one", async () => {
    const ctx = await newPerson();
    const add = async (idBytes: number) =>
      addPasskey(ctx, { ...NAME, response: passkeyDevice({ idBytes }).register(await passkeyOptions(ctx)) });
    await expect(add(1023)).resolves.toBeDefined();
    await expect(add(1024)).rejects.toMatchObject({ code: "invalid_request" });
    await expect(add(5000)).rejects.toMatchObject({ code: "invalid_request" });
  });

  test("signs nobody in with a foreign or old challenge, a wrong signature or no user verification", async () => {
    const { ctx, device } = await withPasskey();
    const options = await signInOptions(ctx);
    const fake = { ...passkeyDevice().answer(options), id: device.id, rawId: device.id };
    const registration = await passkeyOptions(ctx);
    const answers = [
      fake,
      passkeyDevice().answer(options),
      device.answer({ challenge: "AAAA" }),
      device.answer({ challenge: registration.challenge }),
      device.answer(options, { flags: 0x01 }),
    ];
    for (const answer of answers) expect(await acceptAssertion(ctx, answer)).toBeNull();
    expect(await acceptAssertion(later(ctx, 360), device.answer(options))).toBeNull();
    for (const text of ["", "{", "{}", "[]", "null"])
      expect(await signInWithPasskey({ assertion: text }, { network: "192.0.2.1" })).toBeNull();
  });

  test("whose signature counter goes back is rejected as a copy", async () => {
    const { ctx, userId, device } = await withPasskey();
    const use = async (counter: number) => acceptAssertion(ctx, device.answer(await signInOptions(ctx), { counter }));
    expect([await use(5), await use(5), await use(4), await use(6)]).toEqual([userId, null, null, userId]);
  });

  test("of a suspended account signs nobody in", async () => {
    const { ctx, userId, device } = await withPasskey();
    await database().prisma.user.update({ where: { id: userId }, data: { suspendedAt: new Date() } });
    const assertion = JSON.stringify(device.answer(await signInOptions(ctx)));
    await expect(signInWithPasskey({ assertion }, { network: "192.0.2.1" })).rejects.toThrow("AccountSuspended");
  });

  test("can only be removed by its owner, and the last factor takes the recovery codes with it", async () => {
    const { ctx, device } = await withPasskey();
    await expect(removePasskey(await newPerson(), { id: device.id })).rejects.toMatchObject({ code: "not_found" });
    await removePasskey(ctx, { id: device.id });
    expect(await getFactorSettings(ctx)).toMatchObject({ passkeys: [], recoveryCodesLeft: 0 });
    expect(await acceptAssertion(ctx, device.answer(await signInOptions(ctx)))).toBeNull();
  });

  test(`is one of at most ${MAX_PASSKEYS}, also under concurrency`, async () => {
    const ctx = await newPerson();
    const adds = Array.from({ length: MAX_PASSKEYS + 3 }, async () =>
      addPasskey(ctx, { ...NAME, response: passkeyDevice().register(await passkeyOptions(ctx)) }),
    );
    const outcomes = await Promise.allSettled(adds);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(MAX_PASSKEYS);
  });
});
