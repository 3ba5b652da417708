import { Counter, Gauge, Histogram, Registry } from "prom-client";
import { processWide } from "@/lib/infra/process/process-wide";

/** Our choice, in seconds: a read takes 2 ms, a page 50, and proxies give up after 30 s. */
const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** A receiver has 15 s to answer. */
const ATTEMPT_BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15];

/** Creates all metrics. Labels have few values: operations, budgets and outcomes, never ids or paths. */
function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  return {
    registry,
    requests: new Histogram({
      name: "pegboard_http_request_duration_seconds",
      help: "Requests by operation and class of status; no event streams, no probes",
      labelNames: ["operation", "status"] as const,
      buckets: REQUEST_BUCKETS,
      registers,
    }),
    rateLimitRejections: new Counter({
      name: "pegboard_rate_limit_rejections_total",
      help: "Requests rejected because a budget was spent",
      labelNames: ["budget"] as const,
      registers,
    }),
    requestLogDropped: new Counter({
      name: "pegboard_request_log_dropped_total",
      help: "Requests missing from the log of requests by key, because the database did not take them in time",
      registers,
    }),
    uploadRejections: new Counter({
      name: "pegboard_upload_rejections_total",
      help: "Images refused because their account has a quota's worth of them, or the store too little free space",
      labelNames: ["reason"] as const,
      registers,
    }),
    storageFree: new Gauge({
      name: "pegboard_storage_free_bytes",
      help: "Free space of the folder that holds images; none for a bucket",
      aggregator: "min",
      registers,
    }),
    signUps: new Counter({
      name: "pegboard_sign_ups_total",
      help: "Accounts created, by password or by the provider of a sign-in",
      labelNames: ["method"] as const,
      registers,
    }),
    liveStreams: new Gauge({ name: "pegboard_live_streams", help: "Event streams that are open", registers }),
    deliveryAttempts: new Counter({
      name: "pegboard_delivery_attempts_total",
      help: "Attempts at webhook deliveries that were settled: delivered, retried (later) or failed (for good)",
      labelNames: ["outcome"] as const,
      registers,
    }),
    deliveryDuration: new Histogram({
      name: "pegboard_delivery_attempt_duration_seconds",
      help: "How long receivers take",
      buckets: ATTEMPT_BUCKETS,
      registers,
    }),
    databaseConnections: new Gauge({
      name: "pegboard_database_connections",
      help: "Connections of the pool: in_use or idle",
      labelNames: ["state"] as const,
      registers,
    }),
    databaseUsable: new Gauge({
      name: "pegboard_database_usable",
      help: "1 while the database can be used for reads or writes, otherwise 0",
      labelNames: ["for"] as const,
      aggregator: "min",
      registers,
    }),
    databaseWaiting: new Gauge({
      name: "pegboard_database_waiting",
      help: "Callers that wait for a connection of the pool",
      registers,
    }),
    replicaReads: new Counter({
      name: "pegboard_replica_reads_total",
      help: "Reads that a replica may answer: by it (replica), or by the primary because it was behind or away",
      labelNames: ["answered"] as const,
      registers,
    }),
    replicaLag: new Gauge({
      name: "pegboard_replica_lag_seconds",
      help: "How old what a replica lacks is; -1 while it does not answer",
      labelNames: ["replica"] as const,
      aggregator: "max",
      registers,
    }),
    // Only the process that is scraped knows its value.
    workers: new Gauge({
      name: "pegboard_workers",
      help: "Worker processes of the machine: wanted, serving, and silent, which did not answer this scrape in time",
      labelNames: ["state"] as const,
      aggregator: "first",
      registers,
    }),
    // Every process reads these from the database, so they must not be summed.
    deliveriesPending: new Gauge({
      name: "pegboard_deliveries_pending",
      help: "Deliveries that are queued or wait for a retry, counted up to 100,000",
      aggregator: "max",
      registers,
    }),
    partitionsAhead: new Gauge({
      name: "pegboard_partitions_ahead_seconds",
      help: "How long a table has partitions for what will be inserted; negative if it has none now",
      labelNames: ["table"] as const,
      aggregator: "min",
      registers,
    }),
    partitionDefaultRows: new Gauge({
      name: "pegboard_partition_default_rows",
      help: "Rows of a table that have no partition of their own, counted up to 10,000",
      labelNames: ["table"] as const,
      aggregator: "max",
      registers,
    }),
    deliveryLag: new Gauge({
      name: "pegboard_delivery_lag_seconds",
      help: "For how long the delivery that has been due longest waits to be attempted",
      aggregator: "max",
      registers,
    }),
  };
}

export const metrics = processWide("metrics", createMetrics)();
