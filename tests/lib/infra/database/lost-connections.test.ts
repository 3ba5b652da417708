import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Context, inTransaction, read, write } from "@/lib/domain/kernel/context";
import { database, preparedWrite } from "@/lib/infra/database/db";
import { isOutcomeUnknown } from "@/lib/infra/database/errors";
import { sql } from "@/lib/infra/database/sql";
import { callRoute } from "@/tests/app/api/call-route";
import { type Exchange, type PostgresProxy, startPostgresProxy, type Treatment } from "@/tests/database-faults/proxy";
import { newCaller } from "@/tests/lib/http/pipeline/caller";
import { useOwnPool } from "@/tests/support/own-pool";

let proxy: PostgresProxy;
useOwnPool(async () => {
  proxy = await startPostgresProxy(process.env.DATABASE_URL ?? "");
  return { DATABASE_URL: proxy.url, DATABASE_POOL_MAX: "2", LOG_LEVEL: "silent" };
});
afterAll(() => proxy.close());

let me: Context;
let key: string;
beforeEach(async () => void ({ ctx: me, key } = await newCaller()));
afterEach(() => void (proxy.choice = undefined));

/** Strikes the first exchange that matches, and no other. */
function strike(treatment: Treatment, matches: (exchange: Exchange) => boolean): void {
  proxy.choice = (exchange) => {
    if (!matches(exchange)) return undefined;
    proxy.choice = undefined;
    return treatment;
  };
}

const isCommit = ({ text }: Exchange) => text === "COMMIT";
const isWrite = ({ name }: Exchange) => name === "posts.insert";

/** Strikes the COMMIT of a post. */
function strikeCommit(treatment: Treatment): void {
  let isWritten = false;
  strike(treatment, (exchange) => {
    isWritten ||= isWrite(exchange);
    return isWritten && isCommit(exchange);
  });
}

async function post(idempotencyKey: string, channel: "api/v1" | "api" = "api/v1") {
  const caller = channel === "api" ? { as: me } : {};
  const headers: Record<string, string> = { "Idempotency-Key": idempotencyKey };
  if (channel === "api/v1") headers.Authorization = `Bearer ${key}`;
  const answer = await callRoute(`POST /${channel}/posts`, { ...caller, headers, json: { content: "Once" } });
  await proxy.settle();
  return answer;
}
const posts = () => database().prisma.post.count({ where: { authorId: me.actor.id } });

/** As many requests at once as there are connections. */
async function expectServed(): Promise<void> {
  const headers = { Authorization: `Bearer ${key}` };
  const answers = await Promise.all([1, 2, 3, 4].map(() => callRoute("GET /api/v1/me", { headers })));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
}

describe("a connection that is lost at COMMIT", () => {
  const unknown = { status: 503, body: { error: { code: "outcome_unknown", type: "api_error" } } };

  test.each<[string, Treatment, number]>([
    ["after it", "answer lost", 1],
    ["before it", "request lost", 0],
    ["in the middle of its answer", { cutAt: 0.5 }, 1],
    ["by the server, which has done it", "terminated after", 1],
    ["by the server, which has not", "terminated before", 0],
  ])("%s, leaves the outcome unknown, and a repeat with the same key does it once", async (_, treatment, done) => {
    const idempotencyKey = randomUUID();
    strikeCommit(treatment);
    const first = await post(idempotencyKey);
    expect(first).toMatchObject(unknown);
    expect(first.headers.get("Retry-After")).not.toBeNull();
    expect(JSON.stringify(first.body)).not.toContain("Nothing was changed");
    expect(JSON.stringify(first.body)).toContain("same Idempotency-Key");
    expect(await posts()).toBe(done);
    const again = await post(idempotencyKey);
    expect(again.status).toBe(201);
    expect(again.headers.get("Idempotency-Replayed")).toBe(done ? "true" : null);
    expect(await posts()).toBe(1);
    await expectServed();
  });

  test("tells people in the browser that they have to look", async () => {
    strikeCommit("answer lost");
    expect(await post(randomUUID(), "api")).toMatchObject({ status: 503, body: { code: "outcome_unknown" } });
  });

  test("is told of a single statement as well", async () => {
    strike("answer lost", ({ name }) => name === "test.bio");
    const writing = preparedWrite("test.bio", sql`UPDATE "User" SET bio = 'told' WHERE id = ${me.actor.id}`);
    await expect(writing).rejects.toSatisfy(isOutcomeUnknown);
  });

  test("does not begin the act again, whatever ended the connection", async () => {
    let runs = 0;
    strike("terminated after", isCommit);
    const act = inTransaction(me, async (tx) => {
      runs += 1;
      await write(tx, "test.like")`UPDATE "User" SET bio = bio || 'x' WHERE id = ${me.actor.id}`;
    });
    await expect(act).rejects.toSatisfy(isOutcomeUnknown);
    expect(runs).toBe(1);
  });
});

describe("a connection that is lost before COMMIT", () => {
  test.each<[string, Treatment]>([
    ["before a statement", "request lost"],
    ["after a statement", "answer lost"],
    ["by the server", "terminated after"],
  ])("%s, leaves nothing changed, and says so", async (_, treatment) => {
    strike(treatment, isWrite);
    const { status, body } = await post(randomUUID());
    expect({ status, body }).toMatchObject({ status: 503, body: { error: { code: "unavailable" } } });
    expect(JSON.stringify(body)).toContain("Nothing was changed");
    expect(await posts()).toBe(0);
    await expectServed();
  });
});

describe("a connection that is given another session", () => {
  test("between two acts is replaced, and the next one succeeds", async () => {
    await post(randomUUID());
    for (let asked = 0; asked < 4; asked++) {
      strike("new session", ({ isIdle }) => isIdle);
      expect(await post(randomUUID())).toMatchObject({ status: 201 });
      await expectServed();
    }
    expect(await posts()).toBe(5);
  });

  test("within a transaction leaves the outcome unknown, and nobody else's statements in the transaction", async () => {
    const count = (tx: Context) => read<{ count: number }>(tx, "test.count")`SELECT 1 AS count`;
    await Promise.all([count(me), count(me)]);
    const act = inTransaction(me, async (tx) => {
      await count(tx);
      strike("other session", () => true);
      await write(tx, "test.elsewhere")`UPDATE "User" SET bio = 'elsewhere' WHERE id = ${me.actor.id}`;
      await count(tx);
    });
    await expect(act).rejects.toSatisfy(isOutcomeUnknown);
    const others = await Promise.all([newCaller(), newCaller()]);
    await proxy.settle();
    for ({ key } of others) await expectServed();
  });

  test("at COMMIT leaves the outcome unknown", async () => {
    const count = (tx: Context) => read<{ count: number }>(tx, "test.count")`SELECT 1 AS count`;
    await Promise.all([count(me), count(me)]);
    strike("other session", isCommit);
    const act = inTransaction(
      me,
      (tx) => write(tx, "test.lost")`UPDATE "User" SET bio = 'x' WHERE id = ${me.actor.id}`,
    );
    await expect(act).rejects.toSatisfy(isOutcomeUnknown);
  });
});

test("answers that belong to another statement are given to nobody", async () => {
  strike("answered twice", ({ name }) => name === "test.one");
  const [one] = await read<{ one: number }>(me, "test.one")`SELECT 1 AS one`;
  expect(one).toEqual({ one: 1 });
  const rows = await Promise.all(
    [2, 3, 4].map(() => read<{ a: number; b: number }>(me, "test.two")`SELECT 2 AS a, 3 AS b`),
  );
  expect(rows).toEqual([2, 3, 4].map(() => [{ a: 2, b: 3 }]));
});

test("a session that the server ends at COMMIT is not given to the next who asks", async () => {
  await database().prisma.$executeRawUnsafe(`
    CREATE FUNCTION "endSession"() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$`);
  await database().prisma.$executeRawUnsafe(`
    CREATE CONSTRAINT TRIGGER "endSession" AFTER UPDATE OF bio ON "User" DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW WHEN (NEW.bio = 'the end') EXECUTE FUNCTION "endSession"()`);
  try {
    const act = inTransaction(
      me,
      (tx) => write(tx, "test.end")`UPDATE "User" SET bio = 'the end' WHERE id = ${me.actor.id}`,
    );
    await expect(act).rejects.toSatisfy(isOutcomeUnknown);
    await expectServed();
  } finally {
    await database().prisma.$executeRawUnsafe(`DROP FUNCTION "endSession" CASCADE`);
  }
});
