import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { type Context, inTransaction, write } from "@/lib/domain/kernel/context";
import { database } from "@/lib/infra/database/db";
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

/** As many requests at once as there are connections, and more. */
async function expectServed(): Promise<void> {
  const headers = { Authorization: `Bearer ${key}` };
  const answers = await Promise.all([1, 2, 3, 4].map(() => callRoute("GET /api/v1/me", { headers })));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
}

test.each<Treatment>(["terminated after", "terminated before"])(
  "a connection that is %s COMMIT is not given to the next who asks",
  async (treatment) => {
    strike(treatment, ({ text }) => text === "COMMIT");
    await expect(setBio("told")).rejects.toThrow();
    await expectServed();
  },
);

test("a session that the server ends at COMMIT is not given to the next who asks", async () => {
  const run = (statement: string) => database().prisma.$executeRawUnsafe(statement);
  await run(`
    CREATE FUNCTION "endSession"() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$`);
  await run(`
    CREATE CONSTRAINT TRIGGER "endSession" AFTER UPDATE OF bio ON "User" DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW WHEN (NEW.bio = 'the end') EXECUTE FUNCTION "endSession"()`);
  try {
    await expect(setBio("the end")).rejects.toThrow();
    await expectServed();
  } finally {
    await run(`DROP FUNCTION "endSession" CASCADE`);
  }
});

function setBio(bio: string): Promise<number> {
  return inTransaction(me, (tx) => write(tx, "test.bio")`UPDATE "User" SET bio = ${bio} WHERE id = ${me.actor.id}`);
}
