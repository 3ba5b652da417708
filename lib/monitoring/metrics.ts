import { AggregatorRegistry, collectDefaultMetrics, type MetricObject } from "prom-client";
import { countPendingDeliveries, deliveryLagMs } from "@/lib/domain/webhooks/delivery/due";
import { hasBearerToken } from "@/lib/infra/bearer-token";
import { database } from "@/lib/infra/db";
import { env } from "@/lib/infra/env";
import { memoizeFor } from "@/lib/infra/memoize-for";
import { metrics } from "@/lib/infra/metrics";
import { liveHub } from "@/lib/live/start";
import { platformContext } from "@/lib/queue/platform";
import { answerOf, json, type MonitoringAnswer } from "./routes";

/** The metrics of one process, as they pass between processes. */
export type ExportedMetrics = MetricObject[];

/** Minimum time between reads from the database for scrapes. */
const DATABASE_INTERVAL_MS = 10_000;
/** A scrape that waits longer than this omits the figures from the database. */
const DATABASE_TIMEOUT_MS = 1000;

const KEY = Symbol.for("pegboard.metrics-of-workers");
const shared = globalThis as typeof globalThis & { [KEY]?: () => Promise<ExportedMetrics[]> };

/** Registers how to collect the exported metrics of the other processes, so that a scrape sums all of them. */
export function collectWorkerMetrics(collect: () => Promise<ExportedMetrics[]>): void {
  shared[KEY] = collect;
}

/** Answers a scrape in Prometheus' text format, with the token; 404 where no token is configured. */
export async function scrape(authorization?: string): Promise<MonitoringAnswer> {
  const { metricsToken } = env().monitoring;
  if (metricsToken === undefined) return json(404, { error: "There is no such path." });
  if (!hasBearerToken(authorization, metricsToken)) return json(401, { error: "Send METRICS_TOKEN as bearer token." });
  const processes = await Promise.all([exportMetrics(), shared[KEY]?.() ?? []]);
  const { contentType } = metrics.registry;
  return answerOf(200, contentType, await AggregatorRegistry.aggregate([processes[0], ...processes[1]]).metrics());
}

/** Returns this process's current metrics. */
export async function exportMetrics(): Promise<ExportedMetrics> {
  startDefaultMetrics();
  const { pool } = database();
  metrics.databaseConnections.set({ state: "in_use" }, pool.totalCount - pool.idleCount);
  metrics.databaseConnections.set({ state: "idle" }, pool.idleCount);
  metrics.databaseWaiting.set(pool.waitingCount);
  metrics.liveStreams.set(liveHub().size);
  await Promise.race([readQueue(), timeout(DATABASE_TIMEOUT_MS)]).catch(forgetQueue);
  return metrics.registry.getMetricsAsJSON();
}

/** Starts the metrics of memory, event loop and garbage collection, on the first scrape. */
function startDefaultMetrics(): void {
  if (!metrics.registry.getSingleMetric("process_cpu_seconds_total"))
    collectDefaultMetrics({ register: metrics.registry });
}

const readQueue = memoizeFor(DATABASE_INTERVAL_MS, async () => {
  const ctx = platformContext();
  const [pending, lagMs] = await Promise.all([countPendingDeliveries(ctx), deliveryLagMs(ctx)]);
  metrics.deliveriesPending.set(pending);
  metrics.deliveryLag.set(lagMs / 1000);
});

/** Removes the gauges of the queue: outdated figures would look healthy. */
function forgetQueue(): void {
  metrics.deliveriesPending.remove();
  metrics.deliveryLag.remove();
}

const timeout = (ms: number) =>
  new Promise<never>((_, reject) => setTimeout(() => reject(new Error(`No answer in ${ms} ms`)), ms).unref());
