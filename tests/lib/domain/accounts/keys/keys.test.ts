import { describe, expect, test } from "vitest";
import { issueKey, revokeKey, rotateKey } from "@/lib/domain/accounts/keys/commands";
import { findKeyByHash, shouldRecordUse, recordKeyUse } from "@/lib/domain/accounts/authentication/queries";
import { newKey } from "@/lib/domain/accounts/keys/schema";
import { listKeys } from "@/lib/domain/accounts/keys/queries";
import { MAX_ACTIVE_KEYS } from "@/lib/domain/accounts/keys/rules";
import { hashSecret } from "@/lib/domain/kernel/credentials";
import { later, newPerson } from "@/tests/support/people";

const wanted = { name: "script", scopes: ["read:posts" as const] };

describe("a key", () => {
  test("is stored only as a hash, and shown by its last four characters", async () => {
    const owner = await newPerson();
    const { key, suffix } = await issueKey(owner, wanted);
    const { data } = await listKeys(owner);
    expect(data).toMatchObject([{ name: "script", suffix, scopes: ["read:posts"], lastUsedAt: null }]);
    expect(JSON.stringify(data)).not.toContain(key);
    expect(await findKeyByHash(hashSecret(key))).toMatchObject({ id: owner.actor.id, endsAt: null });
    expect(await findKeyByHash(key)).toBeUndefined();
  });

  test("is listed with its networks; invalid ones are named", async () => {
    const owner = await newPerson();
    const networks = ["192.0.2.0/24", "2001:db8::1"];
    await issueKey(owner, newKey.parse({ ...wanted, networks }));
    expect((await listKeys(owner)).data).toMatchObject([{ networks }]);
    const { error } = newKey.safeParse({ ...wanted, networks: ["here", "192.0.2.1", "192.0.2.0/33"] });
    expect(error?.issues).toMatchObject([
      { path: ["networks"], message: expect.stringContaining("here, 192.0.2.0/33") },
    ]);
  });

  test("beyond the twenty-fifth is rejected, under concurrency", async () => {
    const owner = await newPerson();
    const asked = await Promise.allSettled(Array.from({ length: MAX_ACTIVE_KEYS + 5 }, () => issueKey(owner, wanted)));
    expect(asked.filter(({ status }) => status === "fulfilled")).toHaveLength(MAX_ACTIVE_KEYS);
    expect((await listKeys(owner)).data).toHaveLength(MAX_ACTIVE_KEYS);
  });

  test("that expired frees a slot", async () => {
    const owner = await newPerson();
    for (let made = 0; made < MAX_ACTIVE_KEYS; made++) await issueKey(owner, { ...wanted, expiresInDays: 1 });
    await expect(issueKey(owner, wanted)).rejects.toMatchObject({ code: "conflict" });
    await issueKey(later(owner, 2 * 86_400), wanted);
  });

  test("of somebody else can be neither rotated nor revoked", async () => {
    const owner = await newPerson();
    const stranger = await newPerson();
    const { id } = await issueKey(owner, wanted);
    await expect(revokeKey(stranger, { id })).rejects.toMatchObject({ code: "not_found" });
    await expect(rotateKey(stranger, { id, graceSeconds: 0 })).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("a rotation", () => {
  test("keeps the old secret working until its grace period ends, and counts its use", async () => {
    const owner = await newPerson();
    const old = await issueKey(owner, wanted);
    const fresh = await rotateKey(owner, { id: old.id, graceSeconds: 60 });
    expect(fresh).toMatchObject({ id: old.id, name: "script", scopes: ["read:posts"] });
    expect(fresh.key).not.toBe(old.key);

    const hash = hashSecret(old.key);
    const inGrace = (await findKeyByHash(hash))!;
    expect(inGrace.endsAt?.getTime()).toBe(owner.now.getTime() + 60_000);
    for (let call = 0; call < 3; call++) await recordKeyUse(inGrace, hash, owner.now);
    const [shown] = (await listKeys(owner)).data;
    expect(shown).toMatchObject({ suffix: fresh.suffix, oldSecrets: [{ suffix: old.suffix, uses: 3 }] });
    expect((await listKeys(later(owner, 61))).data[0]?.oldSecrets).toEqual([]);
  });

  test("never extends an older secret's grace period", async () => {
    const owner = await newPerson();
    const { id, key } = await issueKey(owner, wanted);
    await rotateKey(owner, { id, graceSeconds: 10 });
    await rotateKey(later(owner, 1), { id, graceSeconds: 1000 });
    expect((await findKeyByHash(hashSecret(key)))?.endsAt?.getTime()).toBe(owner.now.getTime() + 10_000);
  });

  test("of a revoked key is rejected", async () => {
    const owner = await newPerson();
    const { id } = await issueKey(owner, wanted);
    await revokeKey(owner, { id });
    await expect(rotateKey(owner, { id, graceSeconds: 0 })).rejects.toMatchObject({ code: "not_found" });
    await expect(revokeKey(owner, { id })).rejects.toMatchObject({ code: "not_found" });
  });
});

test("writes a key's last use at most once a minute", async () => {
  const owner = await newPerson();
  const { key } = await issueKey(owner, wanted);
  const hash = hashSecret(key);
  const unused = (await findKeyByHash(hash))!;
  expect(shouldRecordUse(unused, owner.now)).toBe(true);
  await recordKeyUse(unused, hash, owner.now);
  const used = (await findKeyByHash(hash))!;
  expect(used.lastUsedAt).toEqual(owner.now);
  expect(shouldRecordUse(used, later(owner, 59).now)).toBe(false);
  expect(shouldRecordUse(used, later(owner, 61).now)).toBe(true);
});
