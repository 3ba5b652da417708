import type pg from "pg";
import type { Storage } from "@/lib/infra/storage/storage";
import { keyFingerprint } from "@/lib/infra/secrets";
import { connect } from "@/scripts/tools/connection";
import { bundledMigrations, createHistory, migrate } from "@/scripts/tools/migrate";
import { figure, type Progress, UserError } from "@/scripts/tools/terminal";
import { verifyFile } from "./files";
import { loadTables, beginRestore, unfinishedRestore } from "./load";
import type { Manifest } from "./manifest";
import { firstStored, importMedia, verifyMedia } from "./media";
import { tablesOf } from "./snapshot";

export interface RestoreTarget {
  /** A direct URL of the database, without a pooler in between. */
  url: string;
  storage: Storage;
  encryptionKey: string;
  /** Called once the target was found empty, before anything is written. */
  onEmpty: () => void;
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
    if ((await requireEmpty(client, manifest)) === "empty") await requireNoFiles(directory, manifest, storage);
    target.onEmpty();
    await createHistory(client);
    await beginRestore(client, manifest.id);
    await migrate(target.url, undefined, manifest.migrations);
    await importMedia(directory, { media: manifest.media, storage, progress });
    await loadTables(directory, { client, manifest, progress });
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
