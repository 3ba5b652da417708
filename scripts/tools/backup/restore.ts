import { randomUUID } from "node:crypto";
import type pg from "pg";
import type { Storage } from "@/lib/infra/storage/store";
import { keyFingerprint } from "@/lib/infra/secrets";
import { connect } from "@/scripts/tools/connection";
import { bundledMigrations, createHistory, migrate, UNFINISHED_RESTORE } from "@/scripts/tools/migrate";
import { figure, type Progress, UserError } from "@/scripts/tools/terminal";
import { quoted } from "@/lib/infra/database/sql";
import { recordSeed } from "@/scripts/tools/demo";
import { newPartition, PARTITIONED_TABLES, partitionStarts } from "@/lib/domain/deployment/partitions/rules";
import { verifyFile } from "./files";
import type { Manifest } from "./manifest";
import { firstStored, importMedia, verifyMedia } from "./media";
import { tablesOf, COPY_SETTINGS, importTable } from "./snapshot";

interface RestoreTarget {
  /** A direct URL of the database, without a pooler in between. */
  url: string;
  /** Absent where files stay in the backup, as in a drill. */
  storage?: Storage;
  encryptionKey: string;
  /** Called once the target was found empty, before anything is written. */
  onEmpty?: () => void;
  /** Called once all rows are there, before migrations that are newer than the backup change them. */
  onLoaded?: (client: pg.Client) => Promise<void>;
  progress: Progress;
}

/**
 * Verifies a whole backup.
 * @throws UserError if a file is missing or differs from what was written, or this release is too old for the backup
 */
export async function verifyBackup(directory: string, manifest: Manifest, progress: Progress): Promise<void> {
  const bundled = new Set(bundledMigrations());
  const unknown = manifest.migrations.filter((name) => !bundled.has(name));
  if (unknown.length > 0)
    throw new UserError(
      `The backup is of Pegboard ${manifest.version}, newer than this one: restore it there (${unknown.join(", ")}).`,
    );
  for (const { file } of [...manifest.tables, ...manifest.secrets]) await verifyFile(directory, file);
  await verifyMedia(directory, manifest.media, progress);
  const files = manifest.tables.length + manifest.secrets.length + manifest.media.count;
  progress("verified", `${figure(files)} files are as they were written`, "done");
}

/**
 * Restores a verified backup into a database without tables and a file store without its folders. If it is killed, no
 * server starts on the unfinished result, and running the same restore again completes it.
 */
export async function restoreBackup(directory: string, manifest: Manifest, target: RestoreTarget): Promise<void> {
  const client = await connect(target.url);
  const { storage, progress } = target;
  try {
    rejectOtherKey(manifest, target.encryptionKey);
    const found = await requireEmpty(client, manifest);
    if (found === "empty" && storage) await requireNoFiles(directory, manifest, storage);
    target.onEmpty?.();
    await createHistory(client);
    await beginRestore(client, manifest.id);
    await migrate(target.url, undefined, manifest.migrations);
    if (storage) await importMedia(directory, { media: manifest.media, storage, progress });
    await loadTables(directory, client, manifest, progress);
    await target.onLoaded?.(client);
    const newer = await migrate(target.url);
    progress("migrations", `${manifest.migrations.length} of the backup, ${newer.length} newer`, "done");
    await client.query("SET statement_timeout = 0");
    await client.query("ANALYZE");
  } finally {
    await client.end();
  }
}

/** Rejects a different encryption key, with which no stored secret could be read and no server would start. */
function rejectOtherKey({ encryptionKeyFingerprint }: Manifest, encryptionKey: string): void {
  if (encryptionKeyFingerprint === null || encryptionKeyFingerprint === keyFingerprint(encryptionKey)) return;
  throw new UserError(
    "The backup's secrets are encrypted with another key than this environment's: set the ENCRYPTION_KEY, or NEXTAUTH_SECRET, of the installation that was backed up.",
  );
}

const NAMED_TABLES = 10;

/** Requires a database that is empty, or holds an unfinished attempt of this restore. */
async function requireEmpty(client: pg.Client, { id }: Manifest): Promise<"empty" | "unfinished"> {
  const { rows } = await client.query<{ migrated: boolean }>(
    "SELECT to_regclass('_prisma_migrations') IS NOT NULL AS migrated",
  );
  const begun = rows[0]?.migrated ? await unfinishedRestore(client) : undefined;
  if (begun === id) return "unfinished";
  if (begun !== undefined)
    throw new UserError("The restore of another backup began here: finish that one, or create an empty database.");
  const tables = await tablesOf(client);
  if (tables.length === 0) return "empty";
  const filled: string[] = [];
  for (const { name } of tables) {
    if (filled.length === NAMED_TABLES) break;
    const { rowCount } = await client.query(`SELECT FROM ${client.escapeIdentifier(name)} LIMIT 1`);
    if (rowCount) filled.push(name);
  }
  throw new UserError(
    `The database is not empty: it has ${tables.length} tables${filled.length > 0 ? `, with rows in ${filled.join(", ")}` : ""}. A restore changes nothing that is there; create an empty database for it.`,
  );
}

async function requireNoFiles(directory: string, { media }: Manifest, storage: Storage): Promise<void> {
  const key = await firstStored(directory, media, storage);
  if (key !== undefined)
    throw new UserError(`The file store is not empty: it has ${key}. Restore into a folder or bucket of its own.`);
}

const INDEX_MEMORY = "256MB";

/**
 * Fills the tables in one transaction, which also completes the restore, so that it is all or nothing. Rows inserted by
 * migrations are deleted first. Indexes and foreign keys are dropped, so that rows load in any order and many times
 * faster, and recreated at the end, which checks all rows at once.
 */
async function loadTables(directory: string, client: pg.Client, manifest: Manifest, progress: Progress): Promise<void> {
  const names = manifest.tables.map(({ name }) => name);
  const all = names.map((name) => client.escapeIdentifier(name));
  await client.query(`BEGIN; ${COPY_SETTINGS}; SET LOCAL maintenance_work_mem = '${INDEX_MEMORY}'`);
  await lockUnfinishedRestore(client, manifest.id);
  const structure = await structureOf(client, names);
  for (const { drop } of structure) await client.query(drop);
  for (const table of all) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  await client.query(`TRUNCATE ${all.join(", ")}`);
  const partitioned = new Set(
    (await tablesOf(client)).flatMap(({ name, isPartitioned }) => (isPartitioned ? name : [])),
  );
  for (const table of PARTITIONED_TABLES) {
    if (!partitioned.has(table.name)) continue;
    for (const start of partitionStarts(table, new Date(manifest.takenAt))) {
      const { name, bounds, options } = newPartition(table, start);
      await client.query(`CREATE TABLE ${name.sql} PARTITION OF ${quoted(table.name).sql} ${bounds.sql}${options.sql}`);
    }
  }
  for (const table of manifest.tables) {
    const isPartitioned = partitioned.has(table.name);
    await importTable(directory, client, { table, isPartitioned }, progress);
  }
  await client.query(`DELETE FROM "Media" WHERE id = ANY($1)`, [manifest.media.deletedMeanwhile]);
  for (const { name, value } of manifest.sequences)
    await client.query("SELECT setval(format('%I', $1::text)::regclass, $2::bigint)", [name, value]);
  for (const table of all) await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
  for (const [index, { name, create }] of structure.toReversed().entries()) {
    progress("indexes", `${index + 1} of ${structure.length}: ${name}`);
    await client.query(create);
  }
  if (manifest.isDemo) await recordSeed(client);
  await endRestore(client);
  await client.query("COMMIT");
}

interface Structure {
  name: string;
  drop: string;
  create: string;
}

/** Foreign keys, then the indexes that neither they nor the primary keys need. */
async function structureOf(client: pg.Client, tables: string[]): Promise<Structure[]> {
  const { rows } = await client.query<Structure>(
    `SELECT conname AS name, format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop,
            format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(o.oid)) AS create
       FROM pg_constraint o JOIN pg_class t ON t.oid = conrelid
      WHERE contype = 'f' AND t.relname = ANY($1) AND t.relnamespace = current_schema()::regnamespace
     UNION ALL
     SELECT c.relname, format('DROP INDEX %s', indexrelid::regclass), replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ')
       FROM pg_index i JOIN pg_class c ON c.oid = indexrelid JOIN pg_class t ON t.oid = indrelid
      WHERE t.relname = ANY($1) AND t.relnamespace = current_schema()::regnamespace
        AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid AND contype IN ('p', 'u', 'x'))`,
    [tables],
  );
  return rows;
}

/**
 * Adds an unfinished entry to the migration history. While a restore runs, and if it is killed, that entry makes our
 * own start and `prisma migrate deploy` reject the database.
 */
async function beginRestore(client: pg.Client, backupId: string): Promise<void> {
  await client.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, logs)
     SELECT $1, '', $2::varchar, $3 WHERE NOT EXISTS (SELECT FROM _prisma_migrations WHERE migration_name = $2)`,
    [randomUUID(), UNFINISHED_RESTORE, backupId],
  );
}

/** The id of the backup that an unfinished restore has begun with; undefined if there is none. */
async function unfinishedRestore(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ id: string }>(
    "SELECT logs AS id FROM _prisma_migrations WHERE migration_name = $1",
    [UNFINISHED_RESTORE],
  );
  return rows[0]?.id;
}

/** Prevents another restore of the same backup from continuing concurrently with this one, or after it. */
async function lockUnfinishedRestore(client: pg.Client, backupId: string): Promise<void> {
  const { rowCount } = await client.query(
    "SELECT FROM _prisma_migrations WHERE migration_name = $1 AND logs = $2 FOR UPDATE",
    [UNFINISHED_RESTORE, backupId],
  );
  if (rowCount === 0) throw new UserError("Another restore has filled this database meanwhile.");
}

async function endRestore(client: pg.Client): Promise<void> {
  await client.query("DELETE FROM _prisma_migrations WHERE migration_name = $1", [UNFINISHED_RESTORE]);
}
