import { createHash, randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import type pg from "pg";
import { connect } from "./connection";
import { takeLock } from "./locks";
import { PROJECT } from "./state-directory";
import { UserError } from "./terminal";

/** The key of the lock that Prisma's own engine takes: `prisma migrate deploy` and this wait for each other. */
const PRISMA_MIGRATE_LOCK = 72_707_369;

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

/** Applies the first pending migration. Returns its name, or undefined if none is pending. */
async function applyNext(
  client: pg.Client,
  signal?: AbortSignal,
  only?: readonly string[],
): Promise<string | undefined> {
  signal?.throwIfAborted();
  await client.query("BEGIN");
  try {
    await takeLock(client, PRISMA_MIGRATE_LOCK, {
      for: "another start that migrates this database",
      signal,
    });
    await createHistory(client);
    const [migration] = await pendingMigrations(client, only);
    if (migration) await apply(client, migration);
    await client.query("COMMIT");
    return migration?.name;
  } catch (error) {
    await client.query("ROLLBACK").catch(() => {});
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
      throw new Error(`Migration ${name} failed before: mend the database, then run \`npx prisma migrate resolve\`.`);
    }
    if (applied && applied.checksum !== checksum) {
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
    await client.query(sql);
    await client.query(RECORD, [randomUUID(), checksum, name]);
  } catch (error) {
    throw new Error(`Migration ${name}: ${(error as Error).message}`, { cause: error });
  }
}
