import { randomUUID } from "node:crypto";
import fs from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import type pg from "pg";
import type { Source } from "@/lib/infra/environment/env";
import type { Storage } from "@/lib/infra/storage/store";
import { connect } from "@/scripts/tools/connection";
import { wasSeeded } from "@/scripts/tools/demo";
import { appliedMigrations, bundledMigrations } from "@/scripts/tools/migrate";
import { type Progress, UserError } from "@/scripts/tools/terminal";
import { PROJECT } from "@/lib/infra/process/project";
import { flushDirectory, writeBackupFile } from "./files";
import { digestLedger } from "./ledger";
import { type Manifest, MANIFEST, newManifest, partialOf } from "./manifest";
import { exportMedia } from "./media";
import { exportSecrets } from "./secrets";
import { inSnapshot, type Snapshot, exportTables } from "./snapshot";

interface BackupSource {
  /** A direct URL of the database, without a pooler in between. */
  url: string;
  storage: Storage;
  /** The environment, with the secrets that the installation generated. */
  variables: Source;
  /** The folder of these secrets. */
  secretsDirectory?: string;
  progress: Progress;
  onSnapshot?: (snapshot: Snapshot) => Promise<void>;
}

/**
 * Backs up database, media and generated secrets as of one moment, while servers keep running. The directory gets its
 * final name once it is complete and flushed.
 */
export async function writeBackup(directory: string, source: BackupSource): Promise<Manifest> {
  const partial = await claim(directory);
  try {
    const manifest = await inSnapshot(source.url, (snapshot) => exportAll(partial, snapshot, source));
    await writeBackupFile(partial, MANIFEST, [Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)]);
    await flushDirectory(partial);
    await rename(partial, directory);
    await flushDirectory(path.dirname(directory));
    return manifest;
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw error;
  }
}

async function exportAll(partial: string, snapshot: Snapshot, source: BackupSource): Promise<Manifest> {
  const { client, takenAt } = snapshot;
  const migrations = await knownMigrations(client);
  await source.onSnapshot?.(snapshot);
  const now = await connect(source.url);
  try {
    // Media first: the later a file is read, the more likely it has been removed.
    const media = await exportMedia(partial, { snapshot, now, storage: source.storage, progress: source.progress });
    return newManifest({
      id: randomUUID(),
      version: productVersion(),
      takenAt: takenAt.toISOString(),
      migrations,
      encryptionKeyFingerprint: await fingerprint(client),
      isDemo: await wasSeeded(client),
      tables: await exportTables(partial, snapshot, source.progress),
      ledger: await digestLedger(client),
      sequences: await sequences(client),
      media,
      secrets: await exportSecrets(partial, source.variables, source.secretsDirectory),
    });
  } finally {
    await now.end();
  }
}

async function claim(directory: string): Promise<string> {
  const partial = partialOf(directory);
  if (fs.existsSync(directory))
    throw new UserError(`${directory} is there already: a backup is a directory of its own.`);
  await mkdir(path.dirname(directory), { recursive: true });
  try {
    await mkdir(partial, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    throw new UserError(
      `${partial} is of a backup that runs, or was killed: wait for it, or remove it and start again.`,
    );
  }
  return partial;
}

/** Rejects the database of a newer release, which may store data that this one does not know of. */
async function knownMigrations(client: pg.Client): Promise<[string, ...string[]]> {
  const applied = await appliedMigrations(client);
  const bundled = new Set(bundledMigrations());
  const unknown = applied.filter((name) => !bundled.has(name));
  if (unknown.length > 0)
    throw new UserError(`The database is of a newer release, which has to back it up: ${unknown.join(", ")}.`);
  const [first, ...others] = applied;
  if (first === undefined) throw new UserError("There is nothing to back up: the database was never migrated.");
  return [first, ...others];
}

async function fingerprint(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query<{ fingerprint: string }>(`SELECT fingerprint FROM "EncryptionKey"`);
  return rows[0]?.fingerprint ?? null;
}

async function sequences(client: pg.Client): Promise<Manifest["sequences"]> {
  const { rows } = await client.query<{ name: string; value: string }>(
    `SELECT sequencename AS name, last_value::text AS value FROM pg_sequences
      WHERE schemaname = current_schema() AND last_value IS NOT NULL`,
  );
  return rows;
}

function productVersion(): string {
  return (JSON.parse(fs.readFileSync(path.join(PROJECT, "package.json"), "utf8")) as { version: string }).version;
}
