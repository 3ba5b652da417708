import path from "node:path";
import { execa } from "execa";
import { beginDrill, type DrillResult, endDrill, forgetDrill } from "@/lib/domain/deployment/drills/commands";
import { MAX_DRILL_MS } from "@/lib/domain/deployment/drills/rules";
import { createContext } from "@/lib/domain/kernel/context";
import { HOUR_MS } from "@/lib/domain/kernel/durations";
import type { Source } from "@/lib/infra/environment/env";
import { PROJECT } from "@/lib/infra/process/project";
import { findDifferences } from "@/scripts/tools/backup/differences";
import { MEDIA_FOLDER } from "@/scripts/tools/backup/media";
import { type Backup, newestBackup } from "@/scripts/tools/backup/newest";
import { restoreBackup, verifyBackup } from "@/scripts/tools/backup/restore";
import { figure, type Progress } from "@/scripts/tools/terminal";
import { createScratchDatabase, type ScratchDatabase } from "./scratch";

export interface Drill {
  /** A backup, or a folder of backups, of which the newest is restored. */
  directory: string;
  /** A direct URL of the live database, in which the result is recorded. The drill writes nothing else there. */
  liveUrl: string;
  /** A database beside which the scratch database is created; the live one when undefined. */
  serverUrl?: string;
  /** The environment of the installation. */
  variables: Source;
  encryptionKey: string;
  progress: Progress;
  /** Stops the drill, which then leaves nothing behind, not even a result. */
  signal: AbortSignal;
}

/**
 * Proves that a backup can be restored, and records the result in the live database.
 * @throws the signal's reason if the drill was stopped
 */
export async function runDrill(drill: Drill): Promise<DrillResult> {
  const id = await beginDrill(now());
  try {
    const result = await findResult(drill);
    await endDrill(now(), id, result);
    return result;
  } catch (error) {
    await forgetDrill(now(), id);
    throw error;
  }
}

const now = () => createContext({ actor: null, channel: "session" });

/** Whatever keeps the backup from being restored is a difference, too. @throws the signal's reason if stopped */
async function findResult({ signal: stop, ...drill }: Drill): Promise<DrillResult> {
  const overtime = AbortSignal.timeout(MAX_DRILL_MS);
  const result: DrillResult = { backup: null, differences: [] };
  try {
    const backup = await newestBackup(drill.directory);
    const { takenAt } = backup.manifest;
    result.backup = { name: path.basename(backup.directory), takenAt: new Date(takenAt) };
    drill.progress("backup", `${backup.directory}, as of ${takenAt}`, "done");
    await prove(backup, { ...drill, signal: AbortSignal.any([stop, overtime]) }, result.differences);
  } catch (error) {
    stop.throwIfAborted();
    const { message } = error as Error;
    result.differences.push(overtime.aborted ? `The drill took longer than ${MAX_DRILL_MS / HOUR_MS} hours.` : message);
  }
  return result;
}

/** Adds what differs to `differences`. */
async function prove(backup: Backup, drill: Drill, differences: string[]): Promise<void> {
  const { liveUrl, serverUrl = liveUrl, progress, signal } = drill;
  await verifyBackup(backup.directory, backup.manifest, (...status) => {
    signal.throwIfAborted();
    progress(...status);
  });
  const scratch = await createScratchDatabase(liveUrl, serverUrl);
  // Also ends the connections of what is at work on it, which therefore fails.
  const interrupt = () => void scratch.drop().catch(() => undefined);
  signal.addEventListener("abort", interrupt, { once: true });
  try {
    signal.throwIfAborted();
    differences.push(...(await restore(backup, scratch, drill)));
    differences.push(...(await check(backup, scratch, drill)));
    signal.throwIfAborted();
  } finally {
    signal.removeEventListener("abort", interrupt);
    await scratch.drop();
  }
}

/** Restores the rows, and returns what differs from the live database at the backup's moment. */
async function restore(
  { directory, manifest }: Backup,
  { url }: ScratchDatabase,
  { encryptionKey, progress }: Drill,
): Promise<string[]> {
  const differences: string[] = [];
  await restoreBackup(directory, manifest, {
    url,
    encryptionKey,
    progress,
    onLoaded: async (client) => {
      differences.push(...(await findDifferences(client, manifest)));
      const tables = `${figure(manifest.tables.length)} tables`;
      const scope = manifest.ledger ? `${tables} and the ledger` : `${tables}; this backup has no digest of the ledger`;
      progress("compared", `${scope}: ${differences.length === 0 ? "as they were" : "not as they were"}`, "done");
    },
  });
  return differences;
}

/** Runs `npm run check` on the scratch database and the files of the backup, and returns what it finds. */
async function check({ directory }: Backup, { url }: ScratchDatabase, { variables, signal }: Drill): Promise<string[]> {
  const { exitCode, stderr } = await execa(process.execPath, ["--import", "tsx", "scripts/check.ts"], {
    cwd: PROJECT,
    cancelSignal: signal,
    extendEnv: false,
    env: { ...variables, ...OWN_STORES, DATABASE_URL: url, STORAGE_DIR: path.join(directory, MEDIA_FOLDER) },
    stdio: ["ignore", "inherit", "pipe"],
    reject: false,
  });
  if (exitCode === 0) return [];
  const problems = stderr.split("\n").flatMap((line) => line.trim() || []);
  return problems.length > 0 ? problems : [`npm run check ended with ${exitCode}.`];
}

/** Empty, so that neither the environment nor a file of it leads from the scratch database to anything live. */
const OWN_STORES: Source = {
  DIRECT_DATABASE_URL: "",
  DATABASE_REPLICA_URL: "",
  PREPARED_STATEMENTS: "1",
  S3_ENDPOINT: "",
  S3_BUCKET: "",
  S3_ACCESS_KEY_ID: "",
  S3_SECRET_ACCESS_KEY: "",
};
