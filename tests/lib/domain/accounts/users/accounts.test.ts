import { describe, expect, test } from "vitest";
import { createContext } from "@/lib/domain/kernel/context";
import { issueKey } from "@/lib/domain/accounts/keys/commands";
import { listLiveKeys } from "@/lib/domain/accounts/keys/queries";
import { findKeyByHash, findSession } from "@/lib/domain/accounts/authentication/queries";
import { hashSecret } from "@/lib/domain/kernel/credentials";
import { changeProfile } from "@/lib/domain/accounts/users/profile";
import { changePassword } from "@/lib/domain/accounts/lifecycle/recovery";
import { closeAccount } from "@/lib/domain/accounts/lifecycle/closing";
import { register } from "@/lib/domain/accounts/lifecycle/sign-up";
import { findCredentials, verifyCredentials } from "@/lib/domain/accounts/users/credentials";
import { beginSession } from "@/lib/domain/accounts/users/sessions";
import { database } from "@/lib/infra/database/db";

const visitor = createContext({ actor: null, channel: "session" });
const password = "four words make one";
const opens = async (login: string, given: string) =>
  verifyCredentials(visitor, await findCredentials(visitor, login), given);
let made = 0;

function somebody() {
  made += 1;
  return { name: "Somebody", handle: `some_${made}`, email: `some_${made}@example.com`, password };
}

async function member() {
  const person = somebody();
  const { id } = await register(visitor, person);
  const user = await database().prisma.user.findUniqueOrThrow({ where: { id } });
  return { person, ctx: createContext({ actor: user, channel: "session" }) };
}

describe("an account", () => {
  test("is created once per handle and e-mail address, and the error names the taken one", async () => {
    const person = somebody();
    await register(visitor, person);
    await expect(register(visitor, { ...somebody(), handle: person.handle })).rejects.toMatchObject({
      code: "conflict",
      details: { issues: [{ param: "handle" }] },
    });
    await expect(register(visitor, { ...somebody(), email: person.email })).rejects.toMatchObject({
      code: "conflict",
      details: { issues: [{ param: "email" }] },
    });
  });

  test("is created once by ten identical concurrent requests", async () => {
    const person = somebody();
    const tries = await Promise.allSettled(Array.from({ length: 10 }, () => register(visitor, person)));
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  test("accepts only its own password, by handle or e-mail address in any case", async () => {
    const { person, ctx } = await member();
    for (const login of [person.handle, person.email, person.handle.toUpperCase(), ` ${person.email} `]) {
      expect(await opens(login, password)).toMatchObject({ id: ctx.actor.id });
    }
    expect(await opens(person.handle, "not this one")).toBeNull();
    expect(await opens("nobody_at_all", password)).toBeNull();
    expect(await opens("\0", password)).toBeNull();
  });

  test("stores no password, only an argon2id hash", async () => {
    const { ctx } = await member();
    const { passwordHash } = await database().prisma.user.findUniqueOrThrow({ where: { id: ctx.actor.id } });
    expect(passwordHash).toMatch(/^\$argon2id\$/);
  });
});

describe("the API keys of an account", () => {
  const withKeys = async () => {
    const { ctx } = await member();
    const keys = [];
    for (const name of ["one", "two", "three"]) keys.push(await issueKey(ctx, { name, scopes: ["read:posts"] }));
    const live = async () => (await listLiveKeys(ctx)).data.map(({ name }) => name).sort();
    const change = (revokeKeys?: boolean | string[]) =>
      changePassword(ctx, { currentPassword: password, newPassword: "another long one", revokeKeys });
    return { ctx, keys, live, change };
  };

  test("survive a new password, unless they are to be revoked with it", async () => {
    const { live, change } = await withKeys();
    await change();
    expect(await live()).toEqual(["one", "three", "two"]);
  });

  test("are revoked with a new password, all of them or some", async () => {
    const [all, some, other] = [await withKeys(), await withKeys(), await withKeys()];
    await all.change(true);
    await some.change([some.keys[1]!.id, other.keys[0]!.id]);
    expect([await all.live(), await some.live(), await other.live()]).toEqual([
      [],
      ["one", "three"],
      ["one", "three", "two"],
    ]);
    expect(await findKeyByHash(hashSecret(all.keys[0]!.key))).toMatchObject({ revokedAt: expect.any(Date) });
  });

  test("stay when the current password is wrong", async () => {
    const { ctx, live } = await withKeys();
    await expect(
      changePassword(ctx, { currentPassword: "wrong", newPassword: "another long one", revokeKeys: true }),
    ).rejects.toMatchObject({ code: "invalid_request" });
    expect(await live()).toHaveLength(3);
  });
});

describe("a session", () => {
  const begin = (userId: string) => beginSession(visitor, { userId, userAgent: "test", maxAgeSeconds: 60 });

  test("ends everywhere when the password changes", async () => {
    const { ctx } = await member();
    const ids = [await begin(ctx.actor.id), await begin(ctx.actor.id)];
    expect(await findSession(ids[0]!, new Date())).toMatchObject({ id: ctx.actor.id });
    await expect(
      changePassword(ctx, { currentPassword: "wrong", newPassword: "another long one" }),
    ).rejects.toMatchObject({ code: "invalid_request" });
    expect(await findSession(ids[0]!, new Date())).not.toBeNull();
    await changePassword(ctx, { currentPassword: password, newPassword: "another long one" });
    for (const id of ids) expect(await findSession(id, new Date())).toBeNull();
  });

  test("of a suspended account is invalid at once", async () => {
    const { ctx } = await member();
    const id = await begin(ctx.actor.id);
    await database().prisma.user.update({ where: { id: ctx.actor.id }, data: { suspendedAt: new Date() } });
    expect(await findSession(id, new Date())).toBeNull();
  });

  test("expires", async () => {
    const { ctx } = await member();
    const id = await begin(ctx.actor.id);
    expect(await findSession(id, new Date(Date.now() + 61_000))).toBeNull();
  });
});

test("rejects a taken handle by name, and saves nothing of the change", async () => {
  const { person } = await member();
  const { ctx } = await member();
  await expect(changeProfile(ctx, { name: "New", handle: person.handle })).rejects.toMatchObject({
    code: "conflict",
    details: { issues: [{ param: "handle" }] },
  });
  expect(await database().prisma.user.findUniqueOrThrow({ where: { id: ctx.actor.id } })).toMatchObject({
    name: "Somebody",
  });
});

test("removes a closed account's password and corrects others' counts", async () => {
  const { ctx: fan } = await member();
  const { person, ctx } = await member();
  const { prisma } = database();
  await prisma.follow.create({ data: { followerId: fan.actor.id, followeeId: ctx.actor.id, createdAt: ctx.now } });
  await prisma.user.update({ where: { id: fan.actor.id }, data: { followingCount: 1 } });
  await expect(closeAccount(ctx, { password: "wrong" })).rejects.toMatchObject({ code: "invalid_request" });
  await closeAccount(ctx, { password });
  expect(await opens(person.handle, password)).toBeNull();
  expect(await prisma.user.findUniqueOrThrow({ where: { id: fan.actor.id } })).toMatchObject({ followingCount: 0 });
});
