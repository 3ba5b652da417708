import { type Context, inTransaction, read, retryConflicts, write } from "@/lib/domain/kernel/context";
import type { Random } from "@/lib/domain/kernel/id";
import { metrics } from "@/lib/infra/log/metrics";
import { sql } from "@/lib/infra/database/sql";
import { countFailure, lockEndpoint } from "@/lib/domain/consequences/webhooks/health";
import {
  PROGRESS_COLUMNS,
  type Progress,
  progressOf,
  type ProgressRow,
} from "@/lib/domain/consequences/webhooks/delivery/progress";
import { waitAfter } from "@/lib/domain/consequences/webhooks/rules";
import type { Delivery } from "@/lib/infra/prisma/client";
import { env } from "@/lib/infra/environment/env";
import { log } from "@/lib/infra/log/log";
import { type CompletedAttempt, appendToLog, attemptDelivery } from "./attempt";
import { claimDelivery } from "./claim";

/** Settles an attempt unless its lease has passed to another holder. @returns whether its endpoint is still enabled */
export async function settleAttempt(ctx: Context, attempt: CompletedAttempt): Promise<boolean> {
  if (attempt.outcome.error !== null) return settleFailure(ctx, attempt);
  await settleSuccesses(ctx, [attempt]);
  return true;
}

/**
 * Settles successful attempts, except those whose lease has passed to another holder. A success resets its endpoint's
 * failure counts.
 */
export async function settleSuccesses(ctx: Context, attempts: readonly CompletedAttempt[]): Promise<void> {
  const rows = attempts.map((attempt) => ({
    id: attempt.delivery.id,
    createdAt: attempt.delivery.createdAt,
    endpointId: attempt.delivery.endpointId,
    token: attempt.delivery.leaseToken,
    at: attempt.endedAt,
    attempts: attempt.delivery.attempts + 1,
    log: appendToLog(attempt),
    status: attempt.outcome.responseStatus,
    body: attempt.outcome.responseBody,
    ms: attempt.outcome.durationMs,
  }));
  // One statement, so that no crash separates a success from the reset it causes. Endpoints to reset are locked before
  // their deliveries, as everywhere; a deadlock that still happens is retried.
  await retryConflicts(() => write(ctx, "deliveries.settle")`${updateSuccesses(JSON.stringify(rows), rows.length)}`);
  metrics.deliveryAttempts.inc({ outcome: "delivered" }, attempts.length);
}

const updateSuccesses = (attempts: string, count: number) => sql`
    WITH attempt AS (
      -- The LIMITs exclude no row. The planner expects 100 rows of the JSON list, and a tenth of that behind each LIMIT
      -- that is a parameter. With two it expects one row, and keeps a generic plan with index lookups; for 100 it would
      -- scan whole partitions.
      SELECT * FROM (
        SELECT * FROM jsonb_to_recordset(${attempts}::jsonb)
          AS a(id text, "createdAt" timestamptz, "endpointId" text, token text, at timestamptz, attempts int, log jsonb,
               status int, body text, ms int) LIMIT ${count}) few LIMIT ${count}
    ), failing AS (
      SELECT id FROM "WebhookEndpoint"
        WHERE id IN (SELECT "endpointId" FROM attempt) AND ("failureCount" > 0 OR "exhaustedCount" > 0)
       ORDER BY id FOR NO KEY UPDATE
    ), settled AS (
      UPDATE "Delivery" d
         SET status = 'delivered', "deliveredAt" = a.at, "nextAttemptAt" = NULL, manual = false, once = false, attempts = a.attempts, "attemptLog" = a.log,
             "leaseToken" = NULL, "leaseEndsAt" = NULL, "responseStatus" = a.status, "responseBody" = a.body, error = NULL, "durationMs" = a.ms
        FROM attempt a WHERE d.id = a.id AND d."createdAt" = a."createdAt" AND d."leaseToken" = a.token AND (SELECT count(*) FROM failing) >= 0
      RETURNING d."endpointId")
    UPDATE "WebhookEndpoint" SET "failureCount" = 0, "exhaustedCount" = 0
     WHERE id IN (SELECT "endpointId" FROM settled) AND id IN (SELECT id FROM failing)`;

/**
 * Settles a failed attempt: schedules the next one or ends the delivery, and counts it against the endpoint.
 * @returns whether the endpoint is still enabled
 */
export function settleFailure(ctx: Context, attempt: CompletedAttempt): Promise<boolean> {
  const { delivery, outcome, endedAt } = attempt;
  return inTransaction({ ...ctx, now: endedAt }, async (tx) => {
    const endpoint = await lockEndpoint(tx, delivery.endpointId);
    const next = nextState(attempt, tx.random);
    const retried =
      next.state === "pending" &&
      endpoint?.enabled === true &&
      (await scheduleRetry(tx, attempt, new Date(endpoint.now.getTime() + next.waitMs)));
    const settled = retried || (await finish(tx, attempt));
    if (settled) tx.afterCommit(async () => metrics.deliveryAttempts.inc({ outcome: retried ? "retried" : "failed" }));
    if (settled && !retried && !delivery.deliveredAt) logFailure(tx, attempt);
    if (!endpoint?.enabled) return false;
    if (!settled || delivery.manual) return true;
    return countFailure(tx, endpoint, {
      deliveryId: delivery.id,
      error: outcome.error ?? "",
      exhausted: !retried,
      gone: isGone(attempt),
    });
  });
}

type NextState = { state: "pending"; waitMs: number } | { state: "final" };

function nextState(attempt: CompletedAttempt, random: Random): NextState {
  const { delivery, retryAfterMs } = attempt;
  if (delivery.once || isGone(attempt)) return { state: "final" };
  const waitMs = waitAfter(delivery.attempts + 1, env().webhooks.backoffSeconds, random, retryAfterMs);
  return waitMs === undefined ? { state: "final" } : { state: "pending", waitMs };
}

/** A 410 disables the endpoint, except in answer to a redelivery or a test event. */
function isGone({ delivery, outcome }: CompletedAttempt): boolean {
  return outcome.responseStatus === 410 && !delivery.manual;
}

/**
 * Resolves to false if the delivery is final already: disabling its endpoint failed it, and re-enabling does not bring
 * it back.
 */
function scheduleRetry(tx: Context, attempt: CompletedAttempt, nextAttemptAt: Date): Promise<boolean> {
  return update(tx, attempt, { status: "pending", nextAttemptAt });
}

/** A redelivery that fails does not override an earlier success. */
function finish(tx: Context, attempt: CompletedAttempt): Promise<boolean> {
  const status = attempt.delivery.deliveredAt ? "delivered" : "failed";
  return update(tx, attempt, { status, nextAttemptAt: null });
}

type Change = Pick<Delivery, "status" | "nextAttemptAt">;

/** Writes the attempt unless its lease has passed to another holder, or a final delivery would become pending. */
async function update(tx: Context, attempt: CompletedAttempt, { status, nextAttemptAt }: Change): Promise<boolean> {
  const { id, createdAt, leaseToken, attempts } = attempt.delivery;
  const { responseStatus, responseBody, error, durationMs } = attempt.outcome;
  const updated = await write(tx, "deliveries.settleFailure")`
    UPDATE "Delivery"
      SET status = ${status}::"DeliveryStatus", "nextAttemptAt" = ${nextAttemptAt}, attempts = ${attempts + 1},
          "attemptLog" = ${JSON.stringify(appendToLog(attempt))}::jsonb, "responseStatus" = ${responseStatus},
          "responseBody" = ${responseBody}, error = ${error}, "durationMs" = ${durationMs},
          manual = false, once = false, "leaseToken" = NULL, "leaseEndsAt" = NULL
    WHERE id = ${id} AND "createdAt" = ${createdAt} AND "leaseToken" = ${leaseToken}
      AND (status = 'pending' OR ${status}::"DeliveryStatus" <> 'pending')`;
  return updated > 0;
}

function logFailure(tx: Context, { delivery, outcome }: CompletedAttempt): void {
  const fields = {
    deliveryId: delivery.id,
    endpointId: delivery.endpointId,
    status: outcome.responseStatus,
    attempts: delivery.attempts + 1,
    error: outcome.error,
  };
  tx.afterCommit(async () => log.warn("webhook delivery failed", fields));
}

/** Claims one delivery if it is due and free, attempts it and settles the attempt. Returns its progress after that. */
export async function deliver(ctx: Context, id: string): Promise<Progress> {
  const claimed = await claimDelivery(ctx, id);
  if (claimed) await settleAttempt(ctx, await attemptDelivery(claimed, ctx.now));
  const [row] = await read<ProgressRow>(ctx, "deliveries.progress")`
    SELECT ${PROGRESS_COLUMNS} FROM "Delivery" WHERE id = ${id}`;
  return progressOf(row);
}
