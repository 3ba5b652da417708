// Slow: it makes a PostgreSQL of its own read-only.
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createContext, inTransaction, write } from "@/lib/domain/kernel/context";
import { createPost } from "@/lib/domain/writing/posts/commands";
import { getPost } from "@/lib/domain/writing/posts/queries";
import { failureOf } from "@/lib/http/response/errors";
import { database, preparedRead } from "@/lib/infra/database/db";
import { sql } from "@/lib/infra/database/sql";
import { readiness } from "@/lib/monitoring/checks";
import { callHandler, newCaller } from "@/tests/lib/http/pipeline/caller";
import { handlers } from "@/tests/lib/http/pipeline/things";
import { eventually } from "@/tests/support/eventually";
import { startOwnPostgres } from "@/tests/support/own-postgres";

let postgres: Awaited<ReturnType<typeof startOwnPostgres>>;
let operator: pg.Client;
beforeAll(async () => {
  postgres = await startOwnPostgres();
  process.env.DATABASE_URL = postgres.url;
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  operator = new pg.Client({ connectionString: postgres.url });
  await operator.connect();
});
afterAll(async () => {
  await operator.end();
  await database().pool.end();
  await postgres.remove();
});

async function allowWrites(allowed: boolean): Promise<void> {
  await operator.query(`ALTER SYSTEM SET default_transaction_read_only = ${allowed ? "off" : "on"}`);
  await operator.query("SELECT pg_reload_conf()");
  const readOnly = sql`SELECT current_setting('transaction_read_only') AS value`;
  const settings = () => Promise.all(Array.from({ length: 10 }, () => preparedRead<{ value: string }>("ro", readOnly)));
  await eventually(async () =>
    expect(new Set((await settings()).map(([row]) => row?.value))).toEqual(new Set([allowed ? "off" : "on"])),
  );
}

const backends = async () =>
  new Set(
    (
      await Promise.all(
        Array.from({ length: 20 }, () => preparedRead<{ pid: number }>("pid", sql`SELECT pg_backend_pid() AS pid`)),
      )
    ).map(([row]) => row?.pid),
  );
const statusOf = async (search: string) => (await readiness({ search })).status;

test("a read-only database serves reads and rejects writes with 503, until it accepts writes again", async () => {
  const { ctx, key } = await newCaller({ tier: "pro" });
  const post = await createPost(ctx, { content: "Before", audience: "PUBLIC" });
  const writePost = () => createPost(ctx, { content: "Now", audience: "PUBLIC" });
  await eventually(async () => expect(await statusOf("?strict")).toBe(200));
  await allowWrites(false);
  const before = await backends();

  for (const attempt of [
    writePost,
    writePost,
    () => inTransaction(ctx, (tx) => write(tx, "test.deletePosts")`DELETE FROM "Post"`),
  ])
    expect(failureOf(await attempt().catch((error: unknown) => error))).toMatchObject({
      status: 503,
      retryAfterSeconds: expect.any(Number),
    });
  const views: Promise<unknown>[] = [];
  const afterCommit = (job: () => Promise<unknown>) => void views.push(job());
  const visitor = createContext({ actor: null, channel: "session", afterCommit });
  expect(await getPost(visitor, { id: post.id })).toMatchObject({ content: "Before" });
  // Its view is counted later, and lost.
  const [view] = views;
  await expect(view).rejects.toThrow("read-only");
  expect((await callHandler(handlers, "GET", { key })).status).toBe(200);
  await eventually(async () => expect(await statusOf("?strict")).toBe(503));
  expect(await statusOf("")).toBe(200);

  await allowWrites(true);
  await eventually(async () => expect((await writePost()).content).toBe("Now"));
  await eventually(async () => expect(await statusOf("?strict")).toBe(200));
  await eventually(async () => expect([...(await backends())].filter((pid) => before.has(pid))).toEqual([]));
});
