import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { database, preparedRead, preparedWrite } from "@/lib/infra/database/db";
import { sendStatement, statementName } from "@/lib/infra/database/statement";
import { sql } from "@/lib/infra/database/sql";
import { env } from "@/lib/infra/environment/env";
import { log } from "@/lib/infra/log/log";

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

afterEach(() => void vi.restoreAllMocks());

describe("a slow statement", () => {
  test("is logged with its name and without its values, however it is sent", async () => {
    const said = vi.spyOn(log, "warn").mockReturnValue();
    const slow = sql`SELECT pg_sleep(0.21)::text, ${"hunter2"}`;
    await preparedRead("things.slow", slow);
    await database().prisma.$queryRaw(slow);
    await database().prisma.$transaction((tx) => tx.$queryRaw(slow));
    // On a busy machine, BEGIN and COMMIT may be slow as well.
    const names = said.mock.calls
      .map(([message, fields]) => [message, fields?.statement])
      .filter(([, name]) => name !== "BEGIN" && name !== "COMMIT");
    expect(names).toEqual([
      ["slow statement", "things.slow"],
      ["slow statement", "SELECT"],
      ["slow statement", "SELECT"],
    ]);
    expect(JSON.stringify(said.mock.calls)).not.toContain("hunter2");
  });

  test.each([
    ['SELECT "public"."Post"."id" FROM "public"."Post" WHERE "public"."Post"."id" = $1', "SELECT Post"],
    ['INSERT INTO "public"."Event" ("id") VALUES ($1)', "INSERT Event"],
    ['UPDATE "public"."User" SET "name" = $1', "UPDATE User"],
    ['DELETE FROM "Delivery" WHERE id IN (SELECT 1 FROM "WebhookEndpoint" e)', "DELETE Delivery"],
    ["BEGIN", "BEGIN"],
    ["", "unnamed"],
  ])("%s is named %s", (text, name) => expect(statementName(text)).toBe(name));
});
