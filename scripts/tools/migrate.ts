import { createHash, randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import type pg from "pg";
import { databaseCodes } from "@/lib/infra/database/errors";
import { connect } from "./connection";
import { repeatUntilDone, takeLock } from "./locks";
import { PROJECT } from "@/lib/infra/process/project";
import { UserError } from "./terminal";

/** The key of the lock that Prisma's own engine takes: `prisma migrate deploy` and this wait for each other. */
const PRISMA_MIGRATE_LOCK = 72_707_369;

/**
 * How long a migration waits for the lock of a table. Whoever needs the table meanwhile waits behind it, so it gives up
 * early and tries again later; before PostgreSQL looks for deadlocks, too, which could end somebody else's transaction.
 */
const LOCK_TIMEOUT_MS = 200;

/** A lock that was not granted in time, and a deadlock (SQLSTATE). */
const LOCK_CONFLICTS = ["55P03", "40P01"];

/** Checksums that databases have of migrations whose files gained a lock at their top since, and nothing else. */
export const FORMER_CHECKSUMS: Record<string, string> = {
  "20261122122002_reports_and_audit_log": "57c030e0f72e1eb62a0659480d272eae495197e6067f8d01316921a2a65342aa",
  "20261122123002_second_factor": "caa6f82d3e01b0892993aacedf57baa0c7f855350f46dc4b9ffb32b351f45a41",
  "20261125210943_incoming_acts": "12109880d261f8b55ed5e926234923feff7437940d741a1faf655acf00c24b5b",
};

const CREATE_HISTORY = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id VARCHAR(36) PRIMARY KEY NOT NULL,
  checksum VARCHAR(64) NOT NULL,
  finished_at TIMESTAMPTZ,
  migration_name VARCHAR(255) NOT NULL,
  logs TEXT,
  rolled_back_at TIMESTAMPTZ,
  started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
  applied_steps_count INTEGER NOT NULL DEFAULT 0)`;

const RECORD = `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
  VALUES ($1, $2, $3, clock_timestamp(), 1)`;

/** The name of a running or killed restore in the migration history. */
export const UNFINISHED_RESTORE = "unfinished_restore";

/** Prisma refuses to go on after a failed migration (P3009). Each is one transaction, so nothing of it is there. */
const FORGET_FAILURES = `UPDATE _prisma_migrations SET rolled_back_at = clock_timestamp()
  WHERE finished_at IS NULL AND rolled_back_at IS NULL AND logs IS NOT NULL
    AND migration_name <> '${UNFINISHED_RESTORE}'`;

interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

/**
 * Applies prisma/migrations like `prisma migrate deploy` (same table, checksums and lock), twenty times faster and
 * without its engine. Returns the names of those applied now. Each migration, its record and the lock share one
 * transaction: a kill leaves neither, and no lock is left behind in a pooler.
 * @param only the migrations of a backup, for its restore: later ones are applied once its rows are there
 */
export async function migrate(url: string, signal?: AbortSignal, only?: readonly string[]): Promise<string[]> {
  const client = await connect(url);
  // Closing the connection cancels the running statement.
  const interrupt = () => void client.end();
  signal?.addEventListener("abort", interrupt, { once: true });
  const applied: string[] = [];
  try {
    for (let next: string | undefined; (next = await applyNext(client, signal, only)) !== undefined;)
      applied.push(next);
    return applied;
  } finally {
    signal?.removeEventListener("abort", interrupt);
    await client.end();
  }
}

/**
 * Applies the first pending migration, again and again while other transactions use its tables. Returns its name, or
 * undefined if none is pending.
 */
async function applyNext(
  client: pg.Client,
  signal?: AbortSignal,
  only?: readonly string[],
): Promise<string | undefined> {
  const waiting = { for: "long transactions that use the tables of a migration", signal };
  const { name } = await repeatUntilDone(waiting, () => tryToApplyNext(client, signal, only));
  return name;
}

/** Returns undefined, having changed nothing, if others hold a lock that the migration needs. */
async function tryToApplyNext(
  client: pg.Client,
  signal?: AbortSignal,
  only?: readonly string[],
): Promise<{ name?: string } | undefined> {
  signal?.throwIfAborted();
  await client.query("BEGIN");
  try {
    await takeLock(client, PRISMA_MIGRATE_LOCK, {
      for: "another start that migrates this database",
      signal,
    });
    await createHistory(client);
    await client.query(FORGET_FAILURES);
    const [migration] = await pendingMigrations(client, only);
    if (migration) await apply(client, migration);
    await client.query("COMMIT");
    return { name: migration?.name };
  } catch (error) {
    await client.query("ROLLBACK").catch(() => {});
    if (databaseCodes(error).some((code) => LOCK_CONFLICTS.includes(code))) return undefined;
    throw error;
  }
}

/** The names of all migrations of this release, oldest first. */
export function bundledMigrations(): string[] {
  return readMigrations().map(({ name }) => name);
}

/** The names of the migrations that a database has, oldest first. */
export async function appliedMigrations(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT migration_name AS name FROM _prisma_migrations
      WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY finished_at, migration_name`,
  );
  return rows.map(({ name }) => name);
}

export async function createHistory(client: pg.Client): Promise<void> {
  await client.query(CREATE_HISTORY);
}

async function pendingMigrations(client: pg.Client, only?: readonly string[]): Promise<Migration[]> {
  const { rows } = await client.query<{ migration_name: string; checksum: string; finished_at: Date | null }>(
    "SELECT migration_name, checksum, finished_at FROM _prisma_migrations WHERE rolled_back_at IS NULL",
  );
  const history = new Map(rows.map((row) => [row.migration_name, row]));
  if (history.has(UNFINISHED_RESTORE) && !only)
    throw new UserError(
      "A restore into this database has not finished: wait for it, or repeat it with the same backup.",
    );
  return readMigrations().filter(({ name, checksum }) => {
    if (only && !only.includes(name)) return false;
    const applied = history.get(name);
    if (applied && !applied.finished_at) {
      throw new UserError(
        `\`prisma migrate deploy\` was killed while it applied ${name}: see docs/upgrading.md#a-migration-that-failed.`,
      );
    }
    if (applied && ![checksum, FORMER_CHECKSUMS[name]].includes(applied.checksum)) {
      throw new Error(`Migration ${name} was changed after it had been applied to this database.`);
    }
    return !applied;
  });
}

function readMigrations(): Migration[] {
  const folder = path.join(PROJECT, "prisma/migrations");
  return fs
    .readdirSync(folder)
    .sort()
    .map((name) => ({ name, file: path.join(folder, name, "migration.sql") }))
    .filter(({ file }) => fs.existsSync(file))
    .map(({ name, file }) => {
      const sql = fs.readFileSync(file, "utf8");
      return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
    });
}

async function apply(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  try {
    // Filling a large table may take longer than the role's statements otherwise may.
    await client.query(`SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
    await client.query(sql);
    await client.query(RECORD, [randomUUID(), checksum, name]);
  } catch (error) {
    throw new Error(`Migration ${name}: ${(error as Error).message}`, { cause: error });
  }
}
