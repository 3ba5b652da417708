import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@/scripts/tools/embedded-postgres";
import { migrate } from "@/scripts/tools/migrate";
import { PROJECT } from "@/scripts/tools/state-directory";

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

  test("that we applied are up to date for Prisma, and result in the schema", () =>
    server.temporaryDatabase(async (url) => {
      await migrate(url);
      expect(prisma(url, "migrate", "status")).toContain("up to date");
      expect(prisma(url, "migrate", "diff", "--from-config-datasource", "--to-schema=prisma/schema")).toContain(
        "No difference",
      );
    }));

  test("that Prisma applied are up to date for us", () =>
    server.temporaryDatabase(async (url) => {
      prisma(url, "migrate", "deploy");
      expect(await migrate(url)).toEqual([]);
    }));

  test("turn an existing table into the first partition, unchanged", () =>
    server.temporaryDatabase(async (url) => {
      const isBefore = (name: string) => name < "20261126125005_legacy_bounds";
      await migrate(url, undefined, names.filter(isBefore));
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
      expect(prisma(url, "migrate", "diff", "--from-config-datasource", "--to-schema=prisma/schema")).toContain(
        "No difference",
      );
    }));

  test("are not applied after one that has changed since", () =>
    server.temporaryDatabase(async (url) => {
      await migrate(url);
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      await client.query("UPDATE _prisma_migrations SET checksum = 'another'").finally(() => client.end());
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

function prisma(url: string, ...args: string[]): string {
  const cli = path.join(PROJECT, "node_modules/prisma/build/index.js");
  const engine = path.join(PROJECT, "scripts/tools/schema-engine.mjs");
  const { stdout, stderr } = spawnSync(process.execPath, [cli, ...args], {
    cwd: PROJECT,
    encoding: "utf8",
    env: { ...process.env, DATABASE_URL: url, PRISMA_SCHEMA_ENGINE_BINARY: engine, CHECKPOINT_DISABLE: "1" },
  });
  return stdout + stderr;
}
