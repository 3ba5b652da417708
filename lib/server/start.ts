import { format } from "node:util";
import { verifyEncryptionKey, WrongEncryptionKey } from "@/lib/domain/deployment/encryption/commands";
import { shareSiteChanges } from "@/lib/domain/deployment/site/current";
import { BadEnvironment, env } from "@/lib/infra/environment/env";
import { shareKnownCredentials } from "@/lib/infra/admission/known-credentials";
import { isNotMigrated, outageOf } from "@/lib/infra/database/errors";
import { log, onceAMinute } from "@/lib/infra/log/log";
import { endWithStarter, shutdownOnSignal } from "@/lib/infra/process/shutdown";
import { checkStorage } from "@/lib/infra/storage/storage";
import { StorageMisconfigured } from "@/lib/infra/storage/error";
import { supervisor } from "@/lib/infra/process/supervisor";
import { startTracing } from "@/lib/infra/log/tracing";
import { startLive } from "@/lib/live/start";
import { startRecordingIncidents } from "@/lib/monitoring/incident-recorder";
import { collectWorkerMetrics, type ExportedMetrics, exportMetrics } from "@/lib/monitoring/metrics";
import { platformContext } from "@/lib/queue/platform";
import { startQueue } from "@/lib/queue/start";

/** Prepares a server process before it serves: a worker, a page process, or Next alone on another host. */
export async function startProcess(): Promise<void> {
  rejectBadEnvironment();
  if (env().monitoring.logFormat === "json") logConsole();
  await startTracing();
  endWithStarter();
  await Promise.all([rejectWrongKey(), rejectUnusableStorage()]);
  startQueue();
  startLive();
  startRecordingIncidents();
  shareMetrics();
  shareKnownCredentials();
  shareSiteChanges();
  shutdownOnSignal();
}

/** Lets the one process that a scrape reaches aggregate the metrics of all. */
function shareMetrics(): void {
  const processes = supervisor();
  if (!processes) return;
  processes.answer(METRICS, exportMetrics);
  collectWorkerMetrics(async () => (await processes.collect(METRICS)) as ExportedMetrics[]);
}

const METRICS = "pegboard.metrics";

/** Not awaited on Vercel, where a server starts when a request arrives: a failing upload will report the problem. */
async function rejectUnusableStorage(): Promise<void> {
  if (env().vercel || !env().production) return;
  try {
    await checkStorage();
  } catch (error) {
    if (!(error instanceof StorageMisconfigured)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

/** If the database is unavailable, the server starts anyway, and the check is repeated until it succeeds. */
async function rejectWrongKey(): Promise<void> {
  try {
    await verifyEncryptionKey(platformContext());
  } catch (error) {
    if (error instanceof WrongEncryptionKey) {
      console.error(error.message);
      process.exit(1);
    }
    log.warn(
      isNotMigrated(error)
        ? "encryption key not verified: the database is not migrated"
        : "encryption key not verified: it is tried again",
      { error },
    );
    setTimeout(() => void rejectWrongKey(), VERIFY_AGAIN_MS).unref();
  }
}

const VERIFY_AGAIN_MS = 5000;

function rejectBadEnvironment(): void {
  try {
    env();
  } catch (error) {
    if (!(error instanceof BadEnvironment)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

const LEVELS = { debug: "debug", log: "info", info: "info", warn: "warn", error: "error" } as const;

/**
 * Redirects what Next and libraries print to the log, so that a JSON log contains nothing else. What they print for
 * every page during a database outage is logged once a minute.
 */
function logConsole(): void {
  const methods = Object.entries(LEVELS).map(([method, level]) => [
    method,
    (...printed: unknown[]) => logPrinted(level, printed),
  ]);
  Object.assign(console, Object.fromEntries(methods));
}

function logPrinted(level: keyof typeof log, printed: unknown[]): void {
  const error = printed.find((part) => part instanceof Error);
  if (error && outageOf(error)) return reportOutage(error);
  // An error's own properties may contain the values of its statement, so the log omits them.
  const text = format(...printed.filter((part) => part !== error)).trim();
  log[level](text || (error?.message ?? ""), error && { error });
}

const reportOutage = onceAMinute((error, suppressed) =>
  log.error("request failed, dependency unavailable", { error, suppressed }),
);
