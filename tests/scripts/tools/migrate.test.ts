import fs from "node:fs";
import path from "node:path";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@/scripts/tools/embedded-postgres";
import { withConnection } from "@/scripts/tools/connection";
import { migrate } from "@/scripts/tools/migrate";
import { PROJECT } from "@/lib/infra/process/project";

let server: EmbeddedPostgres;
beforeAll(async () => {
  server = await startEmbeddedPostgres("test-postgres", { durable: false });
});
afterAll(() => server.leave());

const names = fs.readdirSync(path.join(PROJECT, "prisma/migrations")).filter((name) => name !== "migration_lock.toml");

describe("migrations", { timeout: 120_000 }, () => {
  test("are applied once, by the first process", () =>
    server.temporaryDatabase(async (url) => {
      const applied = await Promise.all([migrate(url), migrate(url), migrate(url)]);
      expect(applied.flat().toSorted()).toEqual(names.toSorted());
    }));

  test("keep others from one table at a time", () =>
    server.temporaryDatabase(async (url) => {
      const several: Record<string, string[]> = {};
      for (const name of names) {
        const tables = await tablesLockedBy(url, name);
        if (tables.length > 1 && name > "20261122110000") several[name] = tables;
      }
      expect(several, "Split it: while a migration waits for one table, others wait for those that it has").toEqual({
        // Published before this was a rule. They take their locks in the order in which acts do.
        "20261122120000_editing": ["Comment", "Post"],
        "20261122122002_reports_and_audit_log": ["Build", "Comment", "Post", "User"],
        "20261122123001_verified_email": ["EmailToken", "User"],
        "20261122123002_second_factor": ["Session", "User"],
        "20261122130001_closed_accounts": ["Post", "User"],
        "20261125210943_incoming_acts": ["Event", "User"],
        "20261126125005_legacy_bounds": ["Delivery", "Event"],
      });
    }));

  test("are not applied after one that has changed since", () =>
    server.temporaryDatabase(async (url) => {
      await migrate(url);
      await query(url, "UPDATE _prisma_migrations SET checksum = 'another'");
      await expect(migrate(url)).rejects.toThrow("was changed after");
    }));
});

test("docs/upgrading.md describes every migration", () => {
  const lines = fs.readFileSync(path.join(PROJECT, "docs/upgrading.md"), "utf8").match(/^\| `\d{14}_\w+`/gm) ?? [];
  const documented = lines.map((line) => line.slice(3, -1));
  const missing = names.filter((name) => !documented.includes(name));
  expect(missing, "Add a line to its table").toEqual([]);
  const gone = documented.filter((name) => !names.includes(name));
  expect(gone, "Drop its line").toEqual([]);
});

function query(url: string, sql: string, values: unknown[] = []): Promise<pg.QueryResult> {
  return withConnection(url, (client) => client.query(sql, values));
}

/** Applies a migration, and returns the names of the former tables that it kept others from writing to. */
function tablesLockedBy(url: string, name: string): Promise<string[]> {
  const sql = fs.readFileSync(path.join(PROJECT, "prisma/migrations", name, "migration.sql"), "utf8");
  return withConnection(url, async (client) => {
    const before = await client.query<{ oid: number }>("SELECT oid FROM pg_class WHERE relkind IN ('r', 'p')");
    await client.query("BEGIN");
    await client.query(sql);
    const { rows } = await client.query<{ name: string }>(
      `SELECT DISTINCT relname AS name FROM pg_locks JOIN pg_class c ON c.oid = relation
        WHERE pid = pg_backend_pid() AND c.oid = ANY($1) AND c.relnamespace = 'public'::regnamespace
          AND mode IN ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock') ORDER BY 1`,
      [before.rows.map(({ oid }) => oid)],
    );
    await client.query("COMMIT");
    return rows.map(({ name }) => name);
  });
}
