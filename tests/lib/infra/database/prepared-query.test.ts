import { expect, onTestFinished, test } from "vitest";
import { database, preparedWrite } from "@/lib/infra/database/db";
import { sendStatement } from "@/lib/infra/database/prepared-query";
import { sql } from "@/lib/infra/database/sql";
import { env } from "@/lib/infra/environment/env";

test("a failed statement, and one whose connection ends, report the error without rows", async () => {
  const client = await database().pool.connect();
  const failureOf = (name: string, statement: Parameters<typeof sendStatement>[2]) =>
    new Promise((resolve) => sendStatement(client, name, statement, (error, rows) => resolve([error?.message, rows])));
  expect(await failureOf("test.failing", sql`SELECT 1 / 0`)).toEqual(["division by zero", []]);
  const ended = failureOf("test.ended", sql`SELECT pg_terminate_backend(pg_backend_pid())`);
  expect(await ended).toEqual([expect.stringMatching(/terminat/), []]);
  client.release(true);
});

test.each([true, false])(
  "a write returns the number of its rows, whether it is prepared (%s) or not",
  async (prepared) => {
    const { database: settings } = env();
    const before = settings.preparedStatements;
    onTestFinished(() => void (settings.preparedStatements = before));
    settings.preparedStatements = prepared;
    expect(await preparedWrite("test.deleted", sql`DELETE FROM "Post" WHERE id = 'none'`)).toBe(0);
    expect(await preparedWrite("test.selected", sql`SELECT FROM generate_series(1, 12)`)).toBe(12);
    expect(await preparedWrite("test.uncounted", sql`RESET lock_timeout`)).toBe(0);
  },
);
