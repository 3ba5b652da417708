import {
  Counter,
  type CounterConfiguration,
  Gauge,
  type GaugeConfiguration,
  Histogram,
  type HistogramConfiguration,
  Registry,
} from "prom-client";
import { processWide } from "@/lib/infra/process/process-wide";

/** In seconds: a read takes 2 ms, a page 50, and proxies give up after 30 s. */
const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** A receiver has 15 s to answer. */
const ATTEMPT_BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15];

/** Creates all metrics. Labels have few values: operations, budgets and outcomes, never ids or paths. */
function createMetrics() {
  const registry = new Registry();
  type Options<Config> = Omit<Config, "name" | "help" | "registers">;
  const named = (name: string, help: string) => ({ name, help, registers: [registry] });
  const counter = <const L extends string>(name: string, help: string, options?: Options<CounterConfiguration<L>>) =>
    new Counter<L>({ ...named(name, help), ...options });
  const gauge = <const L extends string>(name: string, help: string, options?: Options<GaugeConfiguration<L>>) =>
    new Gauge<L>({ ...named(name, help), ...options });
  const histogram = <const L extends string>(name: string, help: string, options: Options<HistogramConfiguration<L>>) =>
    new Histogram<L>({ ...named(name, help), ...options });
  return {
    registry,
    requests: histogram(
      "pegboard_http_request_duration_seconds",
      "Requests by operation and class of status; no event streams, no probes",
      { labelNames: ["operation", "status"], buckets: REQUEST_BUCKETS },
    ),
    rateLimitRejections: counter(
      "pegboard_rate_limit_rejections_total",
      "Requests rejected because a budget was spent",
      {
        labelNames: ["budget"],
      },
    ),
    requestLogDropped: counter(
      "pegboard_request_log_dropped_total",
      "Requests missing from the log of requests by key, because the database did not take them in time",
    ),
    uploadRejections: counter(
      "pegboard_upload_rejections_total",
      "Images refused because their account has a quota's worth of them, or the store too little free space",
      { labelNames: ["reason"] },
    ),
    storageFree: gauge("pegboard_storage_free_bytes", "Free space of the folder that holds images; none for a bucket", {
      aggregator: "min",
    }),
    signUps: counter("pegboard_sign_ups_total", "Accounts created, by password or by the provider of a sign-in", {
      labelNames: ["method"],
    }),
    liveStreams: gauge("pegboard_live_streams", "Event streams that are open"),
    deliveryAttempts: counter(
      "pegboard_delivery_attempts_total",
      "Attempts at webhook deliveries that were settled: delivered, retried (later) or failed (for good)",
      { labelNames: ["outcome"] },
    ),
    deliveryDuration: histogram("pegboard_delivery_attempt_duration_seconds", "How long receivers take", {
      buckets: ATTEMPT_BUCKETS,
    }),
    databaseConnections: gauge("pegboard_database_connections", "Connections of the pool: in_use or idle", {
      labelNames: ["state"],
    }),
    databaseUsable: gauge(
      "pegboard_database_usable",
      "1 while the database can be used for reads or writes, otherwise 0",
      {
        labelNames: ["for"],
        aggregator: "min",
      },
    ),
    databaseWaiting: gauge("pegboard_database_waiting", "Callers that wait for a connection of the pool"),
    replicaReads: counter(
      "pegboard_replica_reads_total",
      "Reads that a replica may answer: by it (replica), or by the primary because it was behind or away",
      { labelNames: ["answered"] },
    ),
    replicaLag: gauge(
      "pegboard_replica_lag_seconds",
      "How old what a replica lacks is: 0 if it is the primary, -1 while it does not answer",
      {
        labelNames: ["replica"],
        aggregator: "max",
      },
    ),
    // Only the process that is scraped knows its value.
    workers: gauge(
      "pegboard_workers",
      "Worker processes of the machine: wanted, serving, and silent, which did not answer this scrape in time",
      { labelNames: ["state"], aggregator: "first" },
    ),
    processesEnded: gauge(
      "pegboard_processes_ended",
      "How many worker and page processes have ended by themselves since the start, and were replaced",
      { aggregator: "max" },
    ),
    // Every process reads these from the database, so they must not be summed.
    deliveriesPending: gauge(
      "pegboard_deliveries_pending",
      "Deliveries that are queued or wait for a retry, counted up to 100,000",
      { aggregator: "max" },
    ),
    partitionsAhead: gauge(
      "pegboard_partitions_ahead_seconds",
      "How long a table has partitions for what will be inserted; negative if it has none now",
      { labelNames: ["table"], aggregator: "min" },
    ),
    partitionDefaultRows: gauge(
      "pegboard_partition_default_rows",
      "Rows of a table that have no partition of their own, counted up to 10,000",
      { labelNames: ["table"], aggregator: "max" },
    ),
    restoreProvenAge: gauge(
      "pegboard_restore_proven_age_seconds",
      "How long ago a drill last proved that a backup can be restored; none if none has",
      { aggregator: "max" },
    ),
    restoreProvenDuration: gauge("pegboard_restore_proven_duration_seconds", "How long that drill took", {
      aggregator: "max",
    }),
    restoreProvenBackupAge: gauge(
      "pegboard_restore_proven_backup_age_seconds",
      "How old what that drill restored is by now: all that came later is unproven",
      { aggregator: "max" },
    ),
    restoreDrillSuccess: gauge(
      "pegboard_restore_drill_success",
      "1 if the last drill that ended proved its backup, otherwise 0; none if none has ended",
      { aggregator: "min" },
    ),
    deliveryLag: gauge(
      "pegboard_delivery_lag_seconds",
      "For how long the delivery that has been due longest waits to be attempted",
      { aggregator: "max" },
    ),
  };
}

export const metrics = processWide("metrics", createMetrics)();
