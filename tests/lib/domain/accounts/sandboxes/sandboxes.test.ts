import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { deleteUnusedSandboxes } from "@/lib/domain/accounts/sandboxes/retention";
import { DAY_MS } from "@/lib/domain/kernel/durations";
import { platformContext } from "@/lib/queue/platform";
import { database } from "@/lib/infra/database/db";
import { listDatabases } from "@/lib/infra/sandbox/databases";
import { eventually } from "@/tests/support/eventually";
import { newAccount } from "@/tests/support/api-accounts";
import { setVariables } from "@/tests/support/variables";
import {
  bodyOf,
  call,
  databaseOf,
  listen,
  namesOf,
  newSandbox,
  post,
  prepareSandboxes,
} from "@/tests/support/sandboxes";

beforeAll(prepareSandboxes);

describe("a sandbox", () => {
  test("has its owner and two people, whose test keys act in it and nowhere else", async () => {
    const { account, you, robin } = await newSandbox();
    expect(you).toMatchObject({ handle: account.handle });
    expect(you.key).toMatch(/^pb_test_[0-9A-Za-z]{10}_/);
    const made = await call(you.key, "POST /api/v1/posts", post);
    expect(made.status, made.text).toBe(201);
    expect((await call(robin.key, `POST /api/v1/posts/${made.json.id}/like`)).status).toBe(200);
    expect((await call(you.key, `GET /api/v1/posts/${made.json.id}`)).json.metrics).toMatchObject({ likes: 1 });
    expect((await call(account.key, `GET /api/v1/posts/${made.json.id}`)).status).toBe(404);
    const live = await call(account.key, "POST /api/v1/posts", post);
    expect((await call(you.key, `GET /api/v1/posts/${live.json.id}`)).status).toBe(404);
    expect((await call((await newSandbox()).you.key, `GET /api/v1/posts/${made.json.id}`)).status).toBe(404);
  });

  test("shows its people, its clock, and what is pending", async () => {
    const { account, you } = await newSandbox({ seed: "shown", startsAt: "2027-01-01T09:00:00Z" });
    const expected = { seed: "shown", startsAt: "2027-01-01T09:00:00.000Z", pendingDeliveries: 0, nextDueAt: null };
    const first = await call(you.key, "GET /api/v1/sandbox");
    expect(first.json).toMatchObject({ ...expected, now: "2027-01-01T09:00:00.000Z", acts: 0 });
    expect(first.json.people.map(({ handle }: { handle: string }) => handle)).toEqual([
      account.handle,
      "robin",
      "sasha",
    ]);
    await call(you.key, "POST /api/v1/posts", post);
    const later = await call(account.key, "GET /api/v1/sandbox");
    expect(later.json).toMatchObject({ ...expected, now: "2027-01-01T09:00:00.001Z", acts: 1 });
  });

  test("is empty after a reset, with the same people and keys, and its old database is dropped", async () => {
    const sandbox = await newSandbox();
    const former = await databaseOf(sandbox);
    const made = await call(sandbox.you.key, "POST /api/v1/posts", post);
    const reset = await call(sandbox.robin.key, "POST /api/v1/sandbox", { startsAt: "2027-03-01T00:00:00Z" });
    expect(reset.status, reset.text).toBe(201);
    expect(reset.json.people).toEqual(expect.arrayContaining([expect.objectContaining({ key: sandbox.you.key })]));
    expect((await call(sandbox.you.key, `GET /api/v1/posts/${made.json.id}`)).status).toBe(404);
    expect(await listDatabases()).not.toContain(former);
    expect(await listDatabases()).toContain(await databaseOf(sandbox));
  });

  test("is a single sandbox when two create it, and has a single database when ten reset it", async () => {
    const account = await newAccount();
    const making = [1, 2, 3].map(() => call(account.key, "POST /api/v1/sandbox", {}));
    const statuses = (await Promise.all(making)).map(({ status }) => status);
    expect(statuses).toContain(201);
    for (const status of statuses) expect([201, 409]).toContain(status);
    const { id } = await database().prisma.sandbox.findUniqueOrThrow({ where: { userId: account.id } });
    await Promise.all(Array.from({ length: 10 }, () => call(account.key, "POST /api/v1/sandbox", {})));
    expect((await listDatabases()).filter((name) => name.includes(id))).toHaveLength(1);
    expect((await call(account.key, "GET /api/v1/sandbox")).status).toBe(200);
  });

  test("ends together with its keys when it is deleted", async () => {
    const sandbox = await newSandbox();
    const name = await databaseOf(sandbox);
    expect((await call(sandbox.account.key, "DELETE /api/v1/sandbox")).status).toBe(204);
    const refused = await call(sandbox.you.key, "GET /api/v1/me");
    expect([refused.status, refused.json.error.code]).toEqual([401, "invalid_key"]);
    expect(await listDatabases()).not.toContain(name);
    expect((await call(sandbox.account.key, "GET /api/v1/sandbox")).status).toBe(404);
  });

  test("rejects unknown keys like a live key", async () => {
    const { you } = await newSandbox();
    const elsewhere = await newSandbox();
    const mixed = you.key.replace(/_[0-9A-Za-z]{10}_/, `_${elsewhere.made.id}_`);
    for (const key of [mixed, `${you.key}x`, you.key.slice(0, -1), "pb_test_", `pb_test_${"0".repeat(10)}_`]) {
      const refused = await call(key, "GET /api/v1/me");
      expect([refused.status, refused.json.error.code], key).toEqual([401, "invalid_key"]);
    }
  });

  test("is inaccessible while its owner is suspended", async () => {
    const { account, you } = await newSandbox();
    await database().prisma.user.update({ where: { id: account.id }, data: { suspendedAt: new Date() } });
    const refused = await call(you.key, "GET /api/v1/me");
    expect([refused.status, refused.json.error.code]).toEqual([403, "account_suspended"]);
  });

  test("is recreated, with the same seed and keys, after a release with other migrations", async () => {
    const sandbox = await newSandbox({ seed: "kept" });
    const former = await databaseOf(sandbox);
    await database().prisma.sandbox.update({ where: { userId: sandbox.account.id }, data: { migrations: 1 } });
    expect((await call(sandbox.you.key, "GET /api/v1/me")).status).toBe(200);
    expect(await databaseOf(sandbox)).not.toBe(former);
    expect((await call(sandbox.you.key, "GET /api/v1/sandbox")).json).toMatchObject({ seed: "kept" });
  });

  test("is deleted after a week without a request, with everything that a crash left behind", async () => {
    const unused = await newSandbox();
    const used = await newSandbox();
    const [left, kept] = [await databaseOf(unused), await databaseOf(used)];
    const past = new Date(Date.now() - 8 * DAY_MS);
    await database().prisma.sandbox.update({ where: { userId: unused.account.id }, data: { lastUsedAt: past } });
    await deleteUnusedSandboxes(platformContext());
    expect(await listDatabases()).not.toContain(left);
    expect(await listDatabases()).toContain(kept);
    // Resets that were killed after creating the database, just now and long ago.
    await database().prisma.sandbox.update({
      where: { userId: used.account.id },
      data: { databaseName: null, madeAt: new Date() },
    });
    await deleteUnusedSandboxes(platformContext());
    expect(await listDatabases()).toContain(kept);
    await database().prisma.sandbox.update({ where: { userId: used.account.id }, data: { madeAt: past } });
    await deleteUnusedSandboxes(platformContext());
    expect(await listDatabases()).not.toContain(kept);
    expect((await call(used.you.key, "GET /api/v1/me")).status).toBe(200);
  });

  test("makes room for a new one where it is that of longest ago and was unused for a day", async () => {
    const [oldest, second, used] = [await newSandbox(), await newSandbox(), await newSandbox()];
    const { prisma } = database();
    const ago = (days: number) => ({ data: { lastUsedAt: new Date(Date.now() - days * DAY_MS) } });
    setVariables({ MAX_SANDBOXES: String(await prisma.sandbox.count()) });
    onTestFinished(() => setVariables({}));
    expect((await call((await newAccount()).key, "POST /api/v1/sandbox", {})).status).toBe(503);
    await prisma.sandbox.update({ where: { userId: oldest.account.id }, ...ago(3) });
    await prisma.sandbox.update({ where: { userId: second.account.id }, ...ago(2) });
    await prisma.sandbox.update({ where: { userId: used.account.id }, ...ago(0.9) });
    const left = await databaseOf(oldest);
    await newSandbox();
    expect((await call(oldest.you.key, "GET /api/v1/me")).status).toBe(401);
    await eventually(async () => expect(await listDatabases()).not.toContain(left));
    expect((await call(second.you.key, "GET /api/v1/me")).status).toBe(200);
    await prisma.sandbox.update({ where: { userId: second.account.id }, ...ago(0.5) });
    expect((await call((await newAccount()).key, "POST /api/v1/sandbox", {})).status).toBe(503);
    expect((await call(used.you.key, "GET /api/v1/me")).status).toBe(200);
  });
});

describe("the clock of a sandbox", () => {
  test("advances quests to the next day, and expires keys and idempotency records", async () => {
    const { you } = await newSandbox({ startsAt: "2027-01-01T09:00:00Z" });
    const body = { handle: "robin", scopes: ["write:posts", "read:quests"], expiresInDays: 2 };
    const { json: key } = await call(you.key, "POST /api/v1/sandbox/keys", body);
    const quests = () => call(key.key, "GET /api/v1/quests");
    const once = () => call(key.key, "POST /api/v1/posts", post, { "Idempotency-Key": "the-same" });
    const today = (await quests()).json;
    const [first, again] = [await once(), await once()];
    expect(again.json.id).toBe(first.json.id);
    await call(you.key, "POST /api/v1/sandbox/advance", { seconds: 25 * 3600 });
    expect((await quests()).json).not.toEqual(today);
    expect((await once()).json.id).not.toBe(first.json.id);
    await call(you.key, "POST /api/v1/sandbox/advance", { to: "2027-01-03T09:00:01Z" });
    const expired = await quests();
    expect([expired.status, expired.json.error.code]).toEqual([401, "key_expired"]);
  });

  test("never goes back, and rejects times that it cannot show, naming each field", async () => {
    const { you } = await newSandbox({ startsAt: "2027-01-01T09:00:00Z" });
    const { json } = await call(you.key, "POST /api/v1/sandbox/advance", { to: "2026-01-01T00:00:00Z" });
    expect(json.now >= "2027-01-01T09:00:00").toBe(true);
    for (const bad of [{}, { seconds: -1 }, { seconds: 1, to: "2028-01-01T00:00:00Z" }, { seconds: 1e12 }, { to: "x" }])
      expect((await call(you.key, "POST /api/v1/sandbox/advance", bad)).status, JSON.stringify(bad)).toBe(400);
    const all = Array.from({ length: 8 }, (_, n) => call(you.key, "POST /api/v1/sandbox/advance", { seconds: n * 60 }));
    for (const { status } of await Promise.all(all)) expect(status).toBe(200);
  });

  test("is independent of the machine's: a read does not move it", async () => {
    const { you } = await newSandbox();
    const before = (await call(you.key, "GET /api/v1/sandbox")).json.now;
    await sleep(5);
    await call(you.key, "GET /api/v1/feed");
    expect((await call(you.key, "GET /api/v1/sandbox")).json.now).toBe(before);
  });
});

test("webhooks of a sandbox are delivered after the act, marked as not live, also for others' acts", async () => {
  const sandbox = await newSandbox();
  const { arrivals } = await listen(sandbox, ["post.created", "incoming.like"]);
  const made = await call(sandbox.you.key, "POST /api/v1/posts", post);
  await call(sandbox.robin.key, `POST /api/v1/posts/${made.json.id}/like`);
  expect(namesOf(arrivals)).toEqual(["post.created", "incoming.like"]);
  for (const arrival of arrivals) expect(bodyOf(arrival)).toMatchObject({ livemode: false });
  const { json } = await call(sandbox.you.key, "GET /api/v1/events");
  for (const event of json.data) expect(event).toMatchObject({ livemode: false });
  const live = await call(sandbox.account.key, "GET /api/v1/events");
  expect(live.text).not.toContain("livemode");
});
