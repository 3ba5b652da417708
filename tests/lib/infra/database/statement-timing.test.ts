import { afterEach, describe, expect, test, vi } from "vitest";
import { database, preparedRead } from "@/lib/infra/database/db";
import { log } from "@/lib/infra/log/log";
import { sql } from "@/lib/infra/database/sql";
import { statementName } from "@/lib/infra/database/statement-timing";

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
