import { randomUUID } from "node:crypto";
import { ago, MINUTE_MS } from "@/lib/domain/kernel/durations";
import type { Part } from "@/lib/domain/deployment/incidents/rules";
import { readMailBacklog } from "@/lib/domain/accounts/mail/queries";
import { deliveryLagMs, findOverdueEndpoints } from "@/lib/domain/consequences/webhooks/delivery/due";
import { databaseAnsweredSince, isReadOnly } from "@/lib/infra/database/health";
import { preparedRead } from "@/lib/infra/database/db";
import { env } from "@/lib/infra/environment/env";
import { limiterStore } from "@/lib/infra/limiter/library-limiter";
import { sql } from "@/lib/infra/database/sql";
import { storage } from "@/lib/infra/storage/storage";
import { StorageFull } from "@/lib/infra/storage/error";
import { supervisor } from "@/lib/infra/process/supervisor";
import { platformContext } from "@/lib/queue/platform";
import { OVERDUE_MS } from "@/lib/queue/poll";
import { type Finding, HealthCheck, type HealthStatus, type Verdict } from "./health-check";
import { hasBearerToken } from "@/lib/infra/bearer-token";
import { isShuttingDown } from "@/lib/infra/process/shutdown";
import { lastRestore } from "./last-restore";
import { json, type MonitoringAnswer, type MonitoringRequest } from "./routes";

/** Shorter than the second that probes usually wait. */
const TIMEOUT_MS = 800;
const KEPT_MS = 2000;
/** Longer for the limiter and the file store, where each request may cost money. */
const KEPT_REMOTE_MS = 15_000;
/** `SELECT 1` takes a millisecond. */
const SLOW_DATABASE_MS = 250;
/** Deliveries overdue for this long mean that no worker runs, rather than that it is behind. */
const WORKER_DOWN_MS = 10 * MINUTE_MS;
/** Longer than the first attempts of a letter take together, so that a short refusal passes unnoticed. */
const MAIL_LATE_MS = 10 * MINUTE_MS;

/** The parts of a deployment whose health `/api/health/ready` reports. */
export const CHECKS = {
  /** If late while the database serves others, it is only busy: taking this instance out of service would not help. */
  database: new HealthCheck(examineDatabase, {
    keptMs: KEPT_MS,
    timeoutMs: TIMEOUT_MS,
    whenLate: (startedAt) => ({ status: databaseAnsweredSince(startedAt) ? "degraded" : "down" }),
  }),
  limiter: new HealthCheck(examineLimiter, { keptMs: KEPT_REMOTE_MS, timeoutMs: TIMEOUT_MS }),
  storage: new HealthCheck(examineStorage, { keptMs: KEPT_REMOTE_MS, timeoutMs: TIMEOUT_MS }),
  worker: new HealthCheck(examineWorker, { keptMs: KEPT_MS, timeoutMs: TIMEOUT_MS }),
  mail: new HealthCheck(examineMail, { keptMs: KEPT_REMOTE_MS, timeoutMs: TIMEOUT_MS }),
  processes: new HealthCheck(examineProcesses, { keptMs: KEPT_MS, timeoutMs: TIMEOUT_MS }),
} satisfies Record<Part, HealthCheck>;

async function examineDatabase(): Promise<Finding> {
  const startedAt = performance.now();
  const [row] = await preparedRead<{ readOnly: boolean }>(
    "health.database",
    sql`SELECT current_setting('transaction_read_only')::bool AS "readOnly"`,
  );
  const tookMs = Math.round(performance.now() - startedAt);
  const writable = !row?.readOnly && !isReadOnly();
  if (!writable) return { status: "degraded", detail: "it can only be read", writable, tookMs };
  return { status: tookMs > SLOW_DATABASE_MS ? "degraded" : "ok", tookMs };
}

async function examineLimiter(): Promise<Finding> {
  const { limiter } = env();
  if (limiter.kind !== "process") await limiterStore(limiter).get("pegboard.health");
  return { status: "ok", kind: limiter.kind };
}

/** Detects a folder that is unwritable or nearly full. A bucket was written to at startup, so one read suffices. */
async function examineStorage(): Promise<Finding> {
  const { kind } = env().storage;
  const key = `checks/${randomUUID()}`;
  if (kind === "s3") {
    await storage().get(key);
    return { status: "ok", kind };
  }
  try {
    await storage().check(key);
  } catch (error) {
    if (!(error instanceof StorageFull)) throw error;
    const freeBytes = await storage().freeBytes();
    return { status: "degraded", detail: "it has too little free space, so that uploads are refused", kind, freeBytes };
  }
  return { status: "ok", kind, freeBytes: await storage().freeBytes() };
}

/** Detects that processes of this machine keep ending, which leaves more load to the others. */
async function examineProcesses(): Promise<Finding> {
  const connection = supervisor();
  if (!connection) return { status: "ok", serving: 1 };
  const { serving, wanted } = connection;
  return { status: serving < wanted ? "degraded" : "ok", serving, wanted };
}

/** The worker is behind if long-due deliveries are not attempted. Ignores those that wait for a slow receiver. */
async function examineWorker(): Promise<Finding> {
  const ctx = platformContext();
  const lagMs = await deliveryLagMs(ctx);
  const isBehind = lagMs > OVERDUE_MS && (await findOverdueEndpoints(ctx, OVERDUE_MS)).length > 0;
  if (!isBehind) return { status: "ok", lagMs };
  return { status: lagMs > WORKER_DOWN_MS ? "down" : "degraded", lagMs };
}

/**
 * Detects that no letter was sent since one was queued long ago. An address whose server refuses letters for now is not
 * told apart on a site that sends no others meanwhile.
 */
async function examineMail(): Promise<Finding> {
  const { kind } = env().mail;
  if (kind === "none") return { status: "ok", kind };
  const ctx = platformContext();
  const { oldestAt, lastSentAt } = await readMailBacklog(ctx);
  const isLate = oldestAt !== null && oldestAt < ago(ctx, MAIL_LATE_MS);
  const isStuck = isLate && (lastSentAt === null || lastSentAt < oldestAt);
  return { status: isStuck ? "degraded" : "ok", kind };
}

export type Verdicts = Record<Part, Verdict>;

/** Whether this process responds at all. Checks nothing outside it, because a restart would not fix that. */
export async function liveness(): Promise<MonitoringAnswer> {
  return json(200, { status: "ok" satisfies HealthStatus });
}

/**
 * Whether this process should get requests: 503 while it is stopping. An unavailable dependency only makes it degraded:
 * it is unavailable to every instance, and this one serves what it can, with better errors than a balancer without
 * instances. With `?strict`, also 503 while the database cannot be read and written. Without the token, only the status
 * is returned.
 */
export async function readiness({ authorization, search = "" }: MonitoringRequest = {}): Promise<MonitoringAnswer> {
  const stopping = isShuttingDown();
  const checks = await healthOfParts();
  const isStrict = new URLSearchParams(search).has("strict");
  const status = stopping || (isStrict && !isUsable(checks.database)) ? "down" : overall(checks);
  const { healthToken } = env().monitoring;
  const knowsToken = healthToken !== undefined && hasBearerToken(authorization, healthToken);
  const details = knowsToken ? { stopping, checks, restore: await lastRestore() } : {};
  return json(status === "down" ? 503 : 200, { status, ...details });
}

export async function healthOfParts(): Promise<Verdicts> {
  const parts = Object.keys(CHECKS) as Part[];
  const made = await Promise.all(parts.map(async (part) => [part, await CHECKS[part].verdict()] as const));
  return Object.fromEntries(made) as Verdicts;
}

function isUsable({ status, writable }: Verdict): boolean {
  return status !== "down" && writable !== false;
}

function overall(checks: Verdicts): HealthStatus {
  return Object.values(checks).every(({ status }) => status === "ok") ? "ok" : "degraded";
}
