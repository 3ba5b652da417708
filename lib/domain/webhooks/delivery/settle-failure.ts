import { type Context, inTransaction, type Random } from "@/lib/domain/context";
import { countFailure, lockEndpoint } from "@/lib/domain/webhooks/health";
import { waitAfter } from "@/lib/domain/webhooks/rules";
import { env } from "@/lib/infra/environment/env";
import { log } from "@/lib/infra/log/log";
import { metrics } from "@/lib/infra/log/metrics";
import type { CompletedAttempt } from "./attempt";
import { appendToLog } from "./outcome";

/**
 * Settles a failed attempt, schedules the retry and counts the failure against the endpoint.
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

/** The state that a failed attempt leads to while its endpoint is enabled. */
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
 * Returns false if the delivery is already final: it failed when its endpoint was disabled, even if that is enabled
 * again.
 */
function scheduleRetry(tx: Context, attempt: CompletedAttempt, nextAttemptAt: Date): Promise<boolean> {
  return update(tx, attempt, { status: "pending", nextAttemptAt }, "pending");
}

/** A redelivery that fails does not override an earlier success. */
function finish(tx: Context, attempt: CompletedAttempt): Promise<boolean> {
  const status = attempt.delivery.deliveredAt ? "delivered" : "failed";
  return update(tx, attempt, { status, nextAttemptAt: null });
}

interface Change {
  status: "pending" | "failed" | "delivered";
  nextAttemptAt: Date | null;
}

/** Writes the attempt unless its lease has passed to another holder, or the delivery's status is not `onlyIf`. */
async function update(tx: Context, attempt: CompletedAttempt, change: Change, onlyIf?: "pending"): Promise<boolean> {
  const { id, createdAt, leaseToken, attempts } = attempt.delivery;
  const { count } = await tx.db.delivery.updateMany({
    where: { id, createdAt, leaseToken, status: onlyIf },
    data: {
      ...attempt.outcome,
      ...change,
      attempts: attempts + 1,
      attemptLog: appendToLog(attempt),
      manual: false,
      once: false,
      leaseToken: null,
      leaseEndsAt: null,
    },
  });
  return count > 0;
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
