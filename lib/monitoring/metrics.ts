import { AggregatorRegistry, collectDefaultMetrics, type MetricObject } from "prom-client";
import { readPartitionHealth } from "@/lib/domain/deployment/partitions/queries";
import { type Drills, readDrills } from "@/lib/domain/deployment/drills/queries";
import { countPendingDeliveries, deliveryLagMs } from "@/lib/domain/consequences/webhooks/delivery/due";
import { hasBearerToken } from "@/lib/infra/bearer-token";
import { isUnavailable, isReadOnly } from "@/lib/infra/database/health";
import { database } from "@/lib/infra/database/db";
import { env } from "@/lib/infra/environment/env";
import { memoizeFor } from "@/lib/infra/memoize-for";
import { metrics } from "@/lib/infra/log/metrics";
import { budgetNames } from "@/lib/infra/limiter/rate-limit";
import { storage } from "@/lib/infra/storage/storage";
import { processWide } from "@/lib/infra/process/process-wide";
import { supervisor } from "@/lib/infra/process/supervisor";
import { withTimeout } from "@/lib/infra/timeout";
import { liveHub } from "@/lib/live/start";
import { platformContext } from "@/lib/queue/platform";
import { answerOf, json, type MonitoringAnswer, type MonitoringRequest } from "./routes";

/** The metrics of one process, serialized to be sent to another process. */
export type ExportedMetrics = MetricObject[];

/** Minimum time between reads from the database for scrapes. */
const DATABASE_INTERVAL_MS = 10_000;
/** A scrape that waits longer than this omits the figures from the database. */
const DATABASE_TIMEOUT_MS = 1000;

const workers = processWide<{ collect?: () => Promise<ExportedMetrics[]> }>("metrics-of-workers", () => ({}));

/** Registers how to collect the exported metrics of the other processes, so that a scrape sums all of them. */
export function collectWorkerMetrics(collect: () => Promise<ExportedMetrics[]>): void {
  workers().collect = collect;
}

/** Answers a scrape in Prometheus' text format, with the token; 404 where no token is configured. */
export async function scrape({ authorization }: MonitoringRequest = {}): Promise<MonitoringAnswer> {
  const { metricsToken } = env().monitoring;
  if (metricsToken === undefined) return json(404, { error: "There is no such path." });
  if (!hasBearerToken(authorization, metricsToken)) return json(401, { error: "Send METRICS_TOKEN as bearer token." });
  const others = (await workers().collect?.()) ?? [];
  countWorkers(1 + others.length);
  const { contentType } = metrics.registry;
  return answerOf(200, contentType, await AggregatorRegistry.aggregate([await exportMetrics(), ...others]).metrics());
}

/** Records how many processes there are, and how many answered this scrape: a frozen one listens but is silent. */
function countWorkers(answered: number): void {
  const { wanted, serving, endedByThemselves } = supervisor() ?? { wanted: 1, serving: 1, endedByThemselves: 0 };
  metrics.processesEnded.set(endedByThemselves);
  metrics.workers.set({ state: "wanted" }, wanted);
  metrics.workers.set({ state: "serving" }, serving);
  metrics.workers.set({ state: "silent" }, Math.max(0, serving - answered));
}

export async function exportMetrics(): Promise<ExportedMetrics> {
  startDefaultMetrics();
  const { pool } = database();
  metrics.databaseUsable.set({ for: "reads" }, isUnavailable() ? 0 : 1);
  metrics.databaseUsable.set({ for: "writes" }, isUnavailable() || isReadOnly() ? 0 : 1);
  metrics.databaseConnections.set({ state: "in_use" }, pool.totalCount - pool.idleCount);
  metrics.databaseConnections.set({ state: "idle" }, pool.idleCount);
  metrics.databaseWaiting.set(pool.waitingCount);
  metrics.liveStreams.set(liveHub().size);
  // The folder does not exist until something is stored in it.
  const freeBytes = await storage()
    .freeBytes()
    .catch(() => null);
  if (freeBytes !== null) metrics.storageFree.set(freeBytes);
  await withTimeout(readFromDatabase(), DATABASE_TIMEOUT_MS).catch(forgetDatabase);
  return metrics.registry.getMetricsAsJSON();
}

/** Starts the default metrics, on the first scrape, and sets the counters that alerts compare over time to zero. */
function startDefaultMetrics(): void {
  const { registry } = metrics;
  if (registry.getSingleMetric("process_cpu_seconds_total")) return;
  collectDefaultMetrics({ register: registry });
  // Aggregates to the slowest worker: the mean of a frozen and an idle one would look healthy.
  for (const metric of registry.getMetricsAsArray())
    if (metric.name.startsWith("nodejs_eventloop_lag")) Object.assign(metric, { aggregator: "max" });
  for (const budget of budgetNames()) metrics.rateLimitRejections.inc({ budget }, 0);
  for (const reason of ["quota", "space"]) metrics.uploadRejections.inc({ reason }, 0);
}

const readFromDatabase = memoizeFor(DATABASE_INTERVAL_MS, async () => {
  const ctx = platformContext();
  const [pending, lagMs, partitions, drills] = await Promise.all([
    countPendingDeliveries(ctx),
    deliveryLagMs(ctx),
    readPartitionHealth(ctx),
    readDrills(ctx),
  ]);
  for (const { table, aheadMs, defaultRows } of partitions) {
    metrics.partitionsAhead.set({ table }, aheadMs / 1000);
    metrics.partitionDefaultRows.set({ table }, defaultRows);
  }
  metrics.deliveriesPending.set(pending);
  metrics.deliveryLag.set(lagMs / 1000);
  setDrills(drills, ctx.now);
});

/** Sets the figures of drills, which are missing while there is nothing to tell. */
function setDrills({ proven, failed }: Drills, now: Date): void {
  forgetDrills();
  if (proven ?? failed) metrics.restoreDrillSuccess.set(failed ? 0 : 1);
  if (!proven) return;
  metrics.restoreProvenAge.set((now.getTime() - proven.provenAt.getTime()) / 1000);
  metrics.restoreProvenDuration.set(proven.tookMs / 1000);
  metrics.restoreProvenBackupAge.set((now.getTime() - proven.takenAt.getTime()) / 1000);
}

function forgetDrills(): void {
  metrics.restoreDrillSuccess.remove();
  metrics.restoreProvenAge.remove();
  metrics.restoreProvenDuration.remove();
  metrics.restoreProvenBackupAge.remove();
}

/** Removes the figures from the database: outdated ones would look healthy. */
function forgetDatabase(): void {
  metrics.partitionsAhead.reset();
  metrics.partitionDefaultRows.reset();
  metrics.deliveriesPending.remove();
  metrics.deliveryLag.remove();
  forgetDrills();
}
