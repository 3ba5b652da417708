import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { deleteUnusedSandboxes } from "@/lib/domain/accounts/sandboxes/retention";
import { DAY_MS } from "@/lib/domain/kernel/durations";
import { platformContext } from "@/lib/queue/platform";
import { database } from "@/lib/infra/database/db";
import { close } from "@/lib/infra/sandbox/connections";
import { dropDatabases, listDatabases } from "@/lib/infra/sandbox/databases";
import { eventually } from "@/tests/support/eventually";
import { storage } from "@/lib/infra/storage/storage";
import { newAccount } from "@/tests/support/api-accounts";
import type { Arrival } from "@/tests/support/receiver";
import { setVariables } from "@/tests/support/variables";
import {
  call,
  listen,
  newSandbox,
  pictureForm,
  post,
  prepareSandboxes,
  type Sandboxed,
} from "@/tests/support/sandboxes";

beforeAll(prepareSandboxes);

const bodyOf = ({ body }: Arrival) => JSON.parse(body);
const namesOf = (arrivals: Arrival[]) => arrivals.map((arrival) => bodyOf(arrival).event as string);
async function filesIn(folder: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of storage().list(folder)) keys.push(key);
  return keys;
}
const databaseOf = async ({ account }: Sandboxed) =>
  (await database().prisma.sandbox.findUniqueOrThrow({ where: { userId: account.id } })).databaseName ?? "";

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

describe("a disturbed sandbox", () => {
  test("answers no request with a 500 while it is reset and deleted", async () => {
    const sandbox = await newSandbox();
    const { key } = sandbox.you;
    const posting = Array.from({ length: 30 }, () => call(key, "POST /api/v1/posts", post));
    const resets = Array.from({ length: 4 }, () => call(sandbox.account.key, "POST /api/v1/sandbox", {}));
    const reading = Array.from({ length: 20 }, () => call(key, "GET /api/v1/me"));
    const gone = call(sandbox.account.key, "DELETE /api/v1/sandbox");
    for (const { status, text } of await Promise.all([...posting, ...resets, ...reading, gone]))
      expect(status, text).not.toBe(500);
  });

  test("is not recreated by one of its own keys after it was deleted", async () => {
    const sandbox = await newSandbox();
    const resets = Array.from({ length: 6 }, () => call(sandbox.you.key, "POST /api/v1/sandbox", {}));
    const deleted = call(sandbox.account.key, "DELETE /api/v1/sandbox");
    for (const { status, text } of await Promise.all([...resets, deleted])) expect(status, text).not.toBe(500);
    await call(sandbox.account.key, "DELETE /api/v1/sandbox");
    expect((await call(sandbox.you.key, "POST /api/v1/sandbox", {})).status).toBe(401);
  });

  test("is recreated by the next request when its database is gone", async () => {
    const sandbox = await newSandbox();
    await dropDatabases([await databaseOf(sandbox)]);
    close(await databaseOf(sandbox));
    expect((await call(sandbox.you.key, "GET /api/v1/me")).status).toBe(503);
    expect((await call(sandbox.you.key, "GET /api/v1/me")).status).toBe(200);
  });

  test("is recreated once after a release, however many requests arrive at once", async () => {
    const sandbox = await newSandbox();
    await database().prisma.sandbox.update({ where: { userId: sandbox.account.id }, data: { migrations: 1 } });
    const asked = await Promise.all(Array.from({ length: 8 }, () => call(sandbox.you.key, "GET /api/v1/me")));
    expect(asked.map(({ status }) => status)).toEqual(Array(8).fill(200));
  });

  test("has the only kind of database that retention drops", async () => {
    const [{ name }] = await database().prisma.$queryRaw<[{ name: string }]>`SELECT current_database() AS name`;
    const others = [`${name}_sandbox_staging`, `${(await databaseOf(await newSandbox())).slice(0, -12)}x`];
    for (const other of others) await database().prisma.$executeRawUnsafe(`CREATE DATABASE "${other}"`);
    await deleteUnusedSandboxes(platformContext());
    for (const other of others) {
      const rows = await database().prisma.$queryRaw<[]>`SELECT 1 AS is FROM pg_database WHERE datname = ${other}`;
      expect(rows, other).toHaveLength(1);
      await database().prisma.$executeRawUnsafe(`DROP DATABASE "${other}"`);
    }
  });
});

describe("webhooks of a sandbox", () => {
  test("are delivered after the act, marked as not live, also for others' acts", async () => {
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

  test("that fail are attempted six times over nine hours of its clock, with the same id and body", async () => {
    const sandbox = await newSandbox();
    const { arrivals } = await listen(sandbox, ["post.created"], () => ({ status: 500 }));
    await call(sandbox.you.key, "POST /api/v1/posts", post);
    expect(arrivals).toHaveLength(1);
    const hour = await call(sandbox.you.key, "POST /api/v1/sandbox/advance", { seconds: 3600 });
    expect(hour.json).toMatchObject({ isComplete: true });
    expect(arrivals.length).toBeGreaterThan(2);
    const day = await call(sandbox.you.key, "POST /api/v1/sandbox/advance", { seconds: 12 * 3600 });
    expect(day.json).toMatchObject({ isComplete: true });
    expect(arrivals).toHaveLength(6);
    expect(new Set(arrivals.map(({ body, headers }) => `${String(headers["webhook-id"])} ${body}`)).size).toBe(1);
    expect(hour.json.attempts + day.json.attempts).toBe(5);
  });

  test("are signed with the time of their receiver's clock", async () => {
    const sandbox = await newSandbox({ startsAt: "2031-01-01T00:00:00Z" });
    const { arrivals } = await listen(sandbox, ["post.created"]);
    await call(sandbox.you.key, "POST /api/v1/posts", post);
    expect(Math.abs(Number(arrivals[0]?.headers["webhook-timestamp"]) - Date.now() / 1000)).toBeLessThan(300);
    expect(bodyOf(arrivals[0]!).created).toMatch(/^2031-/);
  });

  test("requested by a wrong id or time are not sent, and the error names the field", async () => {
    const { you } = await newSandbox();
    const replay = (body: object) => call(you.key, "POST /api/v1/sandbox/replay", body);
    expect((await replay({ endpointId: "whe_none" })).json.error).toMatchObject({
      code: "not_found",
      message: "No endpoint in the sandbox has this id.",
    });
    expect((await replay({ endpointId: "whe_none", from: "yesterday" })).json.error.message).toMatch(/^from must be/);
    const still = await call(you.key, "POST /api/v1/sandbox/advance", {});
    expect(still.json.error).toMatchObject({ code: "invalid_request", param: "seconds" });
  });

  test("of a window of its past are resent in order, with the same ids and bodies", async () => {
    const sandbox = await newSandbox({ startsAt: "2027-01-01T00:00:00Z" });
    const { arrivals, endpointId } = await listen(sandbox, ["post.created"]);
    for (let day = 0; day < 4; day += 1) {
      await call(sandbox.you.key, "POST /api/v1/posts", { ...post, content: `Day ${day}` });
      await call(sandbox.you.key, "POST /api/v1/sandbox/advance", { seconds: 24 * 3600 });
    }
    const before = arrivals.splice(0);
    const again = await call(sandbox.you.key, "POST /api/v1/sandbox/replay", {
      ...{ endpointId, from: "2027-01-02T00:00:00Z", until: "2027-01-04T00:00:00Z" },
    });
    expect(again.json, again.text).toEqual({ replayed: 2, isComplete: true });
    expect(arrivals.map(({ body }) => body)).toEqual(before.slice(1, 3).map(({ body }) => body));
  });

  test("are attempted no more often than the sandbox's budget allows, and continue later", async () => {
    const sandbox = await newSandbox();
    const { arrivals } = await listen(sandbox, ["post.created"], () => ({ status: 500 }));
    setVariables({ RATE_LIMIT_SANDBOX_ATTEMPTS: "3/60" });
    await call(sandbox.you.key, "POST /api/v1/posts", post);
    const stopped = await call(sandbox.you.key, "POST /api/v1/sandbox/advance", { seconds: 12 * 3600 });
    expect(stopped.json).toMatchObject({ attempts: 2, isComplete: false });
    expect(arrivals).toHaveLength(3);
    setVariables({});
    const { json } = await call(sandbox.you.key, "POST /api/v1/sandbox/advance", { seconds: 12 * 3600 });
    expect(json).toMatchObject({ attempts: 3, isComplete: true });
  });

  test("are caused by a model's tool calls, like by any other act", async () => {
    const sandbox = await newSandbox();
    const { arrivals } = await listen(sandbox, ["post.created"]);
    const params = { name: "posts_create", arguments: post };
    const headers = { Accept: "application/json, text/event-stream", "X-MCP-Write": "true", Host: "localhost:3000" };
    const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params };
    const said = await call(sandbox.you.key, "POST /mcp", message, {
      ...headers,
      "MCP-Protocol-Version": "2025-11-25",
    });
    expect(said.text).toContain("post_");
    expect(namesOf(arrivals)).toEqual(["post.created"]);
    expect((await call(sandbox.you.key, "GET /api/v1/sandbox")).json.acts).toBe(2);
  });

  test("are retried at the same times after the same acts", async () => {
    const dues = [];
    const sandbox = await newSandbox();
    for (let round = 0; round < 2; round += 1) {
      await call(sandbox.you.key, "POST /api/v1/sandbox", { seed: "retries", startsAt: "2027-01-01T00:00:00Z" });
      await listen(sandbox, ["post.created"], () => ({ status: 500 }));
      await call(sandbox.you.key, "POST /api/v1/posts", post);
      dues.push((await call(sandbox.you.key, "GET /api/v1/sandbox")).json.nextDueAt);
    }
    expect(dues[0]).toBe(dues[1]);
  });

  test("are awaited when the clock is advanced during an attempt", async () => {
    const sandbox = await newSandbox();
    let isFirst = true;
    const { arrivals } = await listen(sandbox, ["post.created"], async () => {
      if (isFirst) await sleep(300);
      isFirst = false;
      return { status: 500 };
    });
    const posted = call(sandbox.you.key, "POST /api/v1/posts", post);
    await eventually(() => expect(arrivals).toHaveLength(1));
    const advanced = await call(sandbox.you.key, "POST /api/v1/sandbox/advance", { seconds: 12 * 3600 });
    await posted;
    expect(advanced.json).toMatchObject({ attempts: 5, isComplete: true });
  });

  test("may call the API while the clock is being advanced", async () => {
    const sandbox = await newSandbox();
    const statuses: number[] = [];
    await listen(sandbox, ["post.created"], async () => {
      const answered = await call(sandbox.robin.key, "POST /api/v1/posts", post);
      statuses.push(answered.status);
      return { status: statuses.length < 3 ? 503 : 204 };
    });
    await call(sandbox.you.key, "POST /api/v1/posts", post);
    await call(sandbox.you.key, "POST /api/v1/sandbox/advance", { seconds: 3600 });
    expect(statuses).toEqual([201, 201, 201]);
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

describe("images of a sandbox", () => {
  test("are separate from live ones, and are removed with it", async () => {
    const sandbox = await newSandbox();
    const uploaded = await call(sandbox.you.key, "POST /api/v1/images", await pictureForm());
    expect(uploaded.status, uploaded.text).toBe(201);
    const path = `/api/media/${uploaded.json.id}`;
    expect((await call(sandbox.you.key, `GET ${path}`)).status).toBe(200);
    expect((await call(sandbox.account.key, `GET ${path}`)).status).toBe(404);
    const folder = `sandboxes/${await databaseOf(sandbox)}/${new Date().toISOString().slice(0, 10)}`;
    expect(await filesIn(folder)).toHaveLength(1);
    await call(sandbox.account.key, "DELETE /api/v1/sandbox");
    expect(await filesIn(folder)).toHaveLength(0);
  });

  test("written during a reset are found by retention, and no others", async () => {
    const sandbox = await newSandbox();
    const former = await databaseOf(sandbox);
    expect((await call(sandbox.account.key, "POST /api/v1/sandbox", {})).status).toBe(201);
    const write = async (database: string) => {
      const key = `sandboxes/${database}/2027-01-01/media_late`;
      await storage().put(key, new Uint8Array(1), "image/png");
      return key;
    };
    const late = await write(former);
    const kept = [await write(await databaseOf(sandbox)), await write("another_deployment_sandbox_0123456789_1")];
    await deleteUnusedSandboxes(platformContext());
    const left = await filesIn("sandboxes");
    expect(left).not.toContain(late);
    expect(left).toEqual(expect.arrayContaining(kept));
    await storage().remove(kept[1]!);
  });
});
