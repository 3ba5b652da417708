import { expect, test } from "vitest";
import { database } from "@/lib/infra/database/db";
import { sendStatement } from "@/lib/infra/database/prepared-query";
import { sql } from "@/lib/infra/database/sql";

test("a statement that fails, and one whose connection ends, tell of it with no rows", async () => {
  const client = await database().pool.connect();
  const failureOf = (name: string, statement: Parameters<typeof sendStatement>[2]) =>
    new Promise((resolve) => sendStatement(client, name, statement, (error, rows) => resolve([error?.message, rows])));
  expect(await failureOf("test.failing", sql`SELECT 1 / 0`)).toEqual(["division by zero", []]);
  const ended = failureOf("test.ended", sql`SELECT pg_terminate_backend(pg_backend_pid())`);
  expect(await ended).toEqual([expect.stringMatching(/terminat/), []]);
  client.release(true);
});
