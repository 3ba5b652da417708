// Slow: it applies the migrations while others use their tables, and with Prisma's own command, which is slow to start.
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { withConnection } from "@/scripts/tools/connection";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@/scripts/tools/embedded-postgres";
import { bundledMigrations, FORMER_CHECKSUMS, migrate } from "@/scripts/tools/migrate";
import { PROJECT } from "@/lib/infra/process/project";
import { ActsBeside, readAll } from "./acts-beside";
import { prisma } from "./prisma-command";

const READER_MS = 15_000;

/** The migrations of the previous release. */
function previousMigrations(): string[] {
  const record = path.join(PROJECT, "tests/upgrades/previous-release.json");
  return (JSON.parse(fs.readFileSync(record, "utf8")) as { migrations: string[] }).migrations;
}

let server: EmbeddedPostgres;
beforeAll(async () => {
  server = await startEmbeddedPostgres("test-postgres", { durable: false });
});
afterAll(() => server.leave());

test(
  "nobody waits a second for an upgrade from the previous release, even one beside a long transaction",
  { timeout: 120_000 },
  () =>
    server.temporaryDatabase(async (url) => {
      const migrations = previousMigrations();
      await migrate(url, undefined, migrations);
      const acts = new ActsBeside(url);
      const reader = await readAll(url);
      const released = sleep(READER_MS).then(() => reader.release());
      const applied = await migrate(url).finally(() => Promise.all([acts.stop(), released]));
      expect(applied).toEqual(bundledMigrations().filter((name) => !migrations.includes(name)));
      expect(acts.done).toBeGreaterThan(1000);
      expect(acts.failures).toEqual([]);
    }),
);

test("Prisma's own command takes part in no deadlock with what people do", { timeout: 120_000 }, () =>
  server.temporaryDatabase(async (url) => {
    await migrate(url, undefined, previousMigrations());
    const acts = new ActsBeside(url);
    try {
      expect(await prisma(url, "migrate", "deploy")).toContain("All migrations have been successfully applied");
    } finally {
      await acts.stop();
    }
    expect(acts.failures).toEqual([]);
  }),
);

describe("migrations", { timeout: 120_000 }, () => {
  test("result in the schema", () =>
    server.temporaryDatabase(async (url) => {
      await migrate(url);
      expect(await prisma(url, "migrate", "diff", "--from-config-datasource", "--to-schema=prisma/schema")).toContain(
        "No difference",
      );
    }));

  test("wait for a long transaction without letting others wait behind them", () =>
    server.temporaryDatabase(async (url) => {
      const [pending, ...later] = [
        "20261125210943_incoming_acts",
        ...bundledMigrations().filter((name) => name > "20261125210943_z"),
      ];
      await migrate(
        url,
        undefined,
        bundledMigrations().filter((name) => ![pending, ...later].includes(name)),
      );
      const reader = await readAll(url);
      const acts = new ActsBeside(url);
      const migrating = migrate(url);
      // Long enough for several attempts, and for the acts to wait too long behind one that would not give up.
      await sleep(2000);
      await reader.release();
      expect(await migrating.finally(() => acts.stop())).toEqual([pending, ...later]);
      expect(acts.failures).toEqual([]);
    }));

  test("that Prisma applied are up to date for us", () =>
    server.temporaryDatabase(async (url) => {
      await prisma(url, "migrate", "deploy");
      expect(await migrate(url)).toEqual([]);
    }));

  test("that we applied are up to date for Prisma", () =>
    server.temporaryDatabase(async (url) => {
      await migrate(url);
      expect(await prisma(url, "migrate", "status")).toContain("up to date");
    }));

  test("that Prisma could not apply, and refuses to apply again, are applied by our start", () =>
    server.temporaryDatabase(async (url) => {
      const names = bundledMigrations();
      const failing = names.indexOf("20261126223719_audit_entries_on_others");
      await migrate(url, undefined, names.slice(0, failing));
      await execute(url, `ALTER INDEX "AuditEntry_actorId_createdAt_id_idx" RENAME TO other`);
      expect(await prisma(url, "migrate", "deploy")).toContain("does not exist");
      await execute(url, `ALTER INDEX other RENAME TO "AuditEntry_actorId_createdAt_id_idx"`);
      expect(await prisma(url, "migrate", "deploy")).toContain("P3009");
      expect(await migrate(url)).toEqual(names.slice(failing));
      expect(await prisma(url, "migrate", "status")).toContain("up to date");
    }));

  test("that Prisma was killed in are left to the operator", () =>
    server.temporaryDatabase(async (url) => {
      await migrate(url);
      await execute(url, "UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = $1", [
        bundledMigrations().at(-1),
      ]);
      await expect(migrate(url)).rejects.toThrow("docs/upgrading.md#a-migration-that-failed");
      await prisma(url, "migrate", "resolve", "--applied", bundledMigrations().at(-1)!);
      expect(await migrate(url)).toEqual([]);
    }));

  test("turn an existing table into the first partition, unchanged", () =>
    server.temporaryDatabase(async (url) => {
      const isBefore = (name: string) => name < "20261126125005_legacy_bounds";
      await migrate(url, undefined, bundledMigrations().filter(isBefore));
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      try {
        await client.query(`
          INSERT INTO "User" (id, handle, name, "createdAt") VALUES ('ada', 'ada', 'Ada', now());
          INSERT INTO "WebhookEndpoint" (id, "userId", url, secret, "createdAt") VALUES ('e', 'ada', '', '', now());
          INSERT INTO "Event" (id, position, "userId", name, data, "createdAt")
          SELECT 'evt_' || n, n, 'ada', 'post.created', '{}', now() FROM generate_series(1, 10) n;
          INSERT INTO "Delivery" (id, "endpointId", "eventId", event, sequence, body, "createdAt")
          SELECT 'whd_' || n, 'e', 'evt_' || n, 'post.created', n, '{}', now() FROM generate_series(1, 10) n`);
        await migrate(url);
        const { rows } = await client.query<{ partition: string; rows: number }>(`
          SELECT tableoid::regclass::text AS partition, count(*)::int AS rows
            FROM (SELECT tableoid FROM "Event" UNION ALL SELECT tableoid FROM "Delivery") r GROUP BY 1 ORDER BY 1`);
        expect(rows).toEqual([
          { partition: '"Delivery_legacy"', rows: 10 },
          { partition: '"Event_legacy"', rows: 10 },
        ]);
        await client.query(`DELETE FROM "User" WHERE id = 'ada'`);
        expect((await client.query(`SELECT FROM "Delivery"`)).rowCount).toBe(0);
      } finally {
        await client.end();
      }
      expect(await prisma(url, "migrate", "diff", "--from-config-datasource", "--to-schema=prisma/schema")).toContain(
        "No difference",
      );
    }));

  test("that were published before they locked tables in order are up to date", () =>
    server.temporaryDatabase(async (url) => {
      await migrate(url);
      for (const [name, checksum] of Object.entries(FORMER_CHECKSUMS))
        await execute(url, "UPDATE _prisma_migrations SET checksum = $2 WHERE migration_name = $1", [name, checksum]);
      expect(await migrate(url)).toEqual([]);
      expect(await prisma(url, "migrate", "deploy")).toContain("No pending migrations to apply");
    }));
});

async function execute(url: string, sql: string, values: unknown[] = []): Promise<void> {
  await withConnection(url, (client) => client.query(sql, values));
}
