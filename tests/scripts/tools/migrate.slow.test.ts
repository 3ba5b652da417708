// Slow: it applies each migration since the previous release while others use its tables.
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@/scripts/tools/embedded-postgres";
import { bundledMigrations, migrate } from "@/scripts/tools/migrate";
import { PROJECT } from "@/scripts/tools/state-directory";
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
