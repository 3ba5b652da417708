import { type Context, retryConflicts, write } from "@/lib/domain/context";
import { metrics } from "@/lib/infra/log/metrics";
import { sql } from "@/lib/infra/database/sql";
import type { CompletedAttempt } from "./attempt";
import { appendToLog } from "./outcome";
import { settleFailure } from "./settle-failure";

/**
 * Settles one attempt, unless its lease has passed to another holder.
 * @returns whether its endpoint is still enabled
 */
export async function settleAttempt(ctx: Context, attempt: CompletedAttempt): Promise<boolean> {
  if (attempt.outcome.error !== null) return settleFailure(ctx, attempt);
  await settleSuccesses(ctx, [attempt]);
  return true;
}

/**
 * Settles successful attempts together, except those whose lease has passed to another holder. A success resets its
 * endpoint's failure counts.
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
      -- The limits exclude no row. The planner expects a hundred rows, for which it would scan whole partitions, and a
      -- tenth of them after each unknown limit: thus one, for which it keeps a generic plan with index lookups.
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
