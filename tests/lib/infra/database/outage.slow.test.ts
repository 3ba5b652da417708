// Slow: it freezes and stops a PostgreSQL of its own, and waits until requests notice.
import { models } from "@/lib/domain/kernel/models";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { createContext, inTransaction, read, type VisitorContext, write } from "@/lib/domain/kernel/context";
import { apiOperation } from "@/lib/http/operation";
import { serve } from "@/lib/http/pipeline/serve";
import { database, preparedRead } from "@/lib/infra/database/db";
import { ACQUIRE_TIMEOUT_MS } from "@/lib/infra/database/pool";
import { failureOf } from "@/lib/http/response/errors";
import { callHandler, newCaller } from "@/tests/lib/http/pipeline/caller";
import { eventually } from "@/tests/support/eventually";
import { startOwnPostgres } from "@/tests/support/own-postgres";
import { z } from "zod";
import { sql } from "@/lib/infra/database/sql";

/** A statement that is the first to notice would otherwise wait this long by itself. */
const UNPROBED_MS = 10_000;

let postgres: Awaited<ReturnType<typeof startOwnPostgres>>;
let key: string;
beforeAll(async () => {
  postgres = await startOwnPostgres();
  process.env.DATABASE_URL = postgres.url;
  delete process.env.DATABASE_STATEMENT_TIMEOUT;
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  ({ key } = await newCaller({ tier: "pro" }));
});
afterAll(async () => {
  postgres.thaw();
  await database().pool.end();
  await postgres.remove();
});

afterEach(() => postgres.thaw());

const ctx = () => createContext({ actor: null, channel: "session" });
const countUsers = (tx: VisitorContext) => read<{ count: number }>(tx, "test.users")`SELECT count(*)::int FROM "User"`;
const works = {
  "a prepared read": () => preparedRead("one", sql`SELECT 1 AS one`),
  "a read of Prisma": () => database().prisma.user.count(),
  "a transaction": () => inTransaction(ctx(), (tx) => countUsers(tx)),
};
const handlers = serve(
  apiOperation("GET /api/v1/things", {
    scope: "read:posts",
    summary: "Get",
    returns: z.object({ users: z.number() }),
    run: async (ctx) => ({ users: await models(ctx).user.count() }),
  }),
);

async function statusesOf(count: number): Promise<number[]> {
  return Promise.all(Array.from({ length: count }, async () => (await callHandler(handlers, "GET", { key })).status));
}

async function expectRecovery(): Promise<void> {
  await eventually(async () => expect(await statusesOf(30)).toEqual(Array(30).fill(200)), { intervalMs: 200 });
  for (const work of Object.values(works)) await work();
}

describe("while the database is frozen", { timeout: 120_000 }, () => {
  test("fails fifty concurrent requests with 503 within seconds, later ones at once, then recovers", async () => {
    // Also in the middle of a transaction, which the connection's next user must not find open.
    let frozen = () => {};
    const isFrozen = new Promise<void>((resolve) => (frozen = resolve));
    const open = inTransaction(ctx(), async (tx) => {
      await write(tx, "test.half")`UPDATE "User" SET bio = 'half'`;
      postgres.freeze();
      frozen();
      return countUsers(tx);
    }).catch(failureOf);
    await isFrozen;
    const startedAt = performance.now();
    expect(await statusesOf(50)).toEqual(Array(50).fill(503));
    expect(performance.now() - startedAt).toBeLessThan(UNPROBED_MS);
    expect(await open).toMatchObject({ code: "unavailable", retryAfterSeconds: expect.any(Number) });

    const times: number[] = [];
    // A busy machine may delay one of them.
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const knownAt = performance.now();
      expect(await statusesOf(50)).toEqual(Array(50).fill(503));
      times.push(performance.now() - knownAt);
    }
    expect(Math.min(...times)).toBeLessThan(2000);
    for (const work of Object.values(works))
      expect(failureOf(await work().catch((error: unknown) => error)), String(work)).toMatchObject({ status: 503 });

    postgres.thaw();
    await expectRecovery();
    expect(await database().prisma.user.count({ where: { bio: "half" } })).toBe(0);
  });

  test("ends each kind of query that is the first to notice within seconds", async () => {
    for (const work of Object.values(works)) {
      await work();
      postgres.freeze();
      const startedAt = performance.now();
      expect(failureOf(await work().catch((error: unknown) => error))).toMatchObject({ status: 503 });
      expect(performance.now() - startedAt).toBeLessThan(UNPROBED_MS);
      postgres.thaw();
      await expectRecovery();
    }
  });

  test("outlives the timeouts of connections for which the failed requests waited", async () => {
    await expectRecovery();
    postgres.freeze();
    expect(await statusesOf(50)).toEqual(Array(50).fill(503));
    // An exception in a timer of the pool would end the process.
    await sleep(ACQUIRE_TIMEOUT_MS);
    postgres.thaw();
    await expectRecovery();
  });
});

describe("while the database restarts", { timeout: 120_000 }, () => {
  test("responds with 503 until it is back, then recovers", async () => {
    await expectRecovery();
    const slow = inTransaction(ctx(), (tx) => read(tx, "test.sleep")`SELECT pg_sleep(60)::text`).catch(failureOf);
    await new Promise((resolve) => setTimeout(resolve, 200));
    postgres.kill();
    expect(await slow).toMatchObject({ status: 503 });
    expect(new Set(await statusesOf(50))).toEqual(new Set([503]));
    await postgres.restart();
    await expectRecovery();
  });
});

test("lets a statement take five seconds, while nothing else comes from the database", async () => {
  await expectRecovery();
  const [row] = await preparedRead<{ done: boolean }>("slow", sql`SELECT pg_sleep(5) IS NOT NULL AS done`);
  expect(row).toEqual({ done: true });
});

test("ends a slow statement with a 503, and affects no other request", { timeout: 60_000 }, async () => {
  const slow = [database().pool.query("SELECT pg_sleep(60)"), database().prisma.$queryRaw`SELECT pg_sleep(60)::text`];
  const [quick] = await statusesOf(1);
  expect(quick).toBe(200);
  for (const { reason } of (await Promise.allSettled(slow)) as PromiseRejectedResult[])
    expect(failureOf(reason)).toMatchObject({ status: 503 });
  expect(await statusesOf(1)).toEqual([200]);
});
