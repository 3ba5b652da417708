import { randomUUID } from "node:crypto";
import { MINUTE_MS } from "@/lib/domain/durations";
import { deliveryLagMs, findOverdueEndpoints } from "@/lib/domain/webhooks/delivery/due";
import { databaseAnsweredSince } from "@/lib/infra/database-health";
import { preparedRead } from "@/lib/infra/db";
import { env } from "@/lib/infra/env";
import { limiterStore } from "@/lib/infra/limiter-store";
import { sql } from "@/lib/infra/sql";
import { storage } from "@/lib/infra/storage";
import { platformContext } from "@/lib/queue/platform";
import { OVERDUE_MS } from "@/lib/queue/poll";
import { type Finding, HealthCheck } from "./health-check";

/** Below the second that probes usually wait. */
const TIMEOUT_MS = 800;
const KEPT_MS = 2000;
/** Where each request is paid for. */
const KEPT_REMOTE_MS = 15_000;
/** Our choice: `SELECT 1` takes a millisecond. */
const SLOW_DATABASE_MS = 250;
/** Our choice: the worker has done nothing for this long. */
const WORKER_DOWN_MS = 10 * MINUTE_MS;

/** The parts of a deployment whose health `/api/health/ready` tells. */
export const CHECKS = {
  /** Late while others are answered means that it is busy: taking this instance away would not help it. */
  database: new HealthCheck(examineDatabase, {
    keptMs: KEPT_MS,
    timeoutMs: TIMEOUT_MS,
    whenLate: (startedAt) => ({ status: databaseAnsweredSince(startedAt) ? "degraded" : "down" }),
  }),
  limiter: new HealthCheck(examineLimiter, { keptMs: KEPT_REMOTE_MS, timeoutMs: TIMEOUT_MS }),
  storage: new HealthCheck(examineStorage, { keptMs: KEPT_REMOTE_MS, timeoutMs: TIMEOUT_MS }),
  worker: new HealthCheck(examineWorker, { keptMs: KEPT_MS, timeoutMs: TIMEOUT_MS }),
};

async function examineDatabase(): Promise<Finding> {
  const startedAt = performance.now();
  await preparedRead("health.database", sql`SELECT 1`);
  const tookMs = Math.round(performance.now() - startedAt);
  return { status: tookMs > SLOW_DATABASE_MS ? "degraded" : "ok", tookMs };
}

async function examineLimiter(): Promise<Finding> {
  const { limiter } = env();
  if (limiter.kind !== "process") await limiterStore(limiter).get("pegboard.health");
  return { status: "ok", kind: limiter.kind };
}

/** Finds a folder that cannot be written; of a bucket, which the start has written to, one read is enough. */
async function examineStorage(): Promise<Finding> {
  const { kind } = env().storage;
  const key = `checks/${randomUUID()}`;
  if (kind === "folder") await storage().check(key);
  else await storage().get(key);
  return { status: "ok", kind };
}

/**
 * Deliveries that wait for a slow receiver do not count: the worker is behind where nobody attempts what has long been
 * due.
 */
async function examineWorker(): Promise<Finding> {
  const ctx = platformContext();
  const lagMs = await deliveryLagMs(ctx);
  const isBehind = lagMs > OVERDUE_MS && (await findOverdueEndpoints(ctx, OVERDUE_MS)).length > 0;
  if (!isBehind) return { status: "ok", lagMs };
  return { status: lagMs > WORKER_DOWN_MS ? "down" : "degraded", lagMs };
}
