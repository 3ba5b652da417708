import { type Context, inTransaction, untilFree, write } from "@/lib/domain/context";
import { env } from "@/lib/infra/env";
import { log } from "@/lib/infra/log";
import type { DeliveryStatus } from "@/lib/infra/prisma/enums";
import type { Sent } from "./attempt";
import { countFailure, lockEndpoint } from "./health";
import type { LeasedDelivery } from "./lease";
import type { AttemptEntry } from "./outcome";
import { ATTEMPT_LOG_LENGTH, waitAfter } from "./rules";

/** Writes down attempts that arrived, all together, except those whose lease has passed to somebody else. A success forgets the failures before it. */
export async function settleSuccesses(ctx: Context, sent: readonly Sent[]): Promise<void> {
  const arrived = sent.map(({ leased, outcome, endedAt }) => ({
    id: leased.id,
    endpointId: leased.endpointId,
    token: leased.leaseToken,
    at: endedAt,
    attempts: leased.attempts + 1,
    log: logWith({ leased, outcome, endedAt }),
    status: outcome.responseStatus,
    body: outcome.responseBody,
    ms: outcome.durationMs,
  }));
  // One statement, so that no kill comes between a success and what it forgives. Endpoints that failed before are locked
  // first, as everywhere; whoever is in another's way all the same is run again.
  await untilFree(() => write(ctx, "deliveries.settle", SETTLE, [JSON.stringify(arrived)]));
}

const SETTLE = `
    WITH arrived AS (
      SELECT * FROM jsonb_to_recordset($1::jsonb)
        AS a(id text, "endpointId" text, token text, at timestamptz, attempts int, log jsonb, status int, body text, ms int)
    ), failing AS (
      SELECT id FROM "WebhookEndpoint" WHERE id IN (SELECT "endpointId" FROM arrived) AND ("failureCount" > 0 OR "exhaustedCount" > 0)
       ORDER BY id FOR NO KEY UPDATE
    ), settled AS (
      UPDATE "Delivery" d
         SET status = 'delivered', "deliveredAt" = a.at, "nextAttemptAt" = NULL, manual = false, once = false, attempts = a.attempts, "attemptLog" = a.log,
             "leaseToken" = NULL, "leaseEndsAt" = NULL, "responseStatus" = a.status, "responseBody" = a.body, error = NULL, "durationMs" = a.ms
        FROM arrived a WHERE d.id = a.id AND d."leaseToken" = a.token AND (SELECT count(*) FROM failing) >= 0
      RETURNING d."endpointId")
    UPDATE "WebhookEndpoint" SET "failureCount" = 0, "exhaustedCount" = 0
     WHERE id IN (SELECT "endpointId" FROM settled) AND id IN (SELECT id FROM failing)`;

/** Writes down an attempt that failed, plans the next one, and counts it against the endpoint. Tells whether that still takes anything. */
export function settleFailure(ctx: Context, sent: Sent): Promise<boolean> {
  const { leased, outcome, retryAfterMs, endedAt } = sent;
  return inTransaction({ ...ctx, now: endedAt }, async (tx) => {
    const endpoint = await lockEndpoint(tx, leased.endpointId);
    const gone = outcome.responseStatus === 410 && !leased.manual;
    const wait =
      gone || leased.once
        ? undefined
        : waitAfter(leased.attempts + 1, env().webhooks.backoffSeconds, tx.random, retryAfterMs);
    // What was given up with its endpoint meanwhile is over, also if that was enabled again.
    const again =
      endpoint?.enabled &&
      wait !== undefined &&
      (await end(tx, sent, {
        from: "pending",
        status: "pending",
        nextAttemptAt: new Date(endpoint.now.getTime() + wait),
      }));
    const ended = again || (await end(tx, sent, givenUp(leased)));
    if (ended && !again && !leased.deliveredAt) logFailure(tx, sent);
    if (!endpoint?.enabled) return false;
    return (
      !ended ||
      leased.manual ||
      countFailure(tx, endpoint, { deliveryId: leased.id, error: outcome.error ?? "", gaveUp: !again, gone })
    );
  });
}

/** What the operator sees of a delivery that nobody attempts any more. */
function logFailure(tx: Context, { leased, outcome }: Sent): void {
  const fields = {
    deliveryId: leased.id,
    endpointId: leased.endpointId,
    status: outcome.responseStatus,
    attempts: leased.attempts + 1,
    error: outcome.error,
  };
  tx.afterCommit(async () => log.warn("webhook delivery failed", fields));
}

interface Fate {
  /** Befalls only a delivery that has this status until now. */
  from?: DeliveryStatus;
  status: DeliveryStatus;
  nextAttemptAt: Date | null;
}

/** Writes down how an attempt ended, unless its lease has passed to somebody else. */
async function end(tx: Context, sent: Sent, { from, ...fate }: Fate): Promise<boolean> {
  const { id, leaseToken, attempts } = sent.leased;
  const { count } = await tx.db.delivery.updateMany({
    where: { id, leaseToken, status: from },
    data: {
      ...sent.outcome,
      ...fate,
      attempts: attempts + 1,
      attemptLog: logWith(sent),
      manual: false,
      once: false,
      leaseToken: null,
      leaseEndsAt: null,
    },
  });
  return count > 0;
}

/** A redelivery that failed takes nothing away from the delivery that it repeated. */
function givenUp({ deliveredAt }: LeasedDelivery): Fate {
  return { status: deliveredAt ? "delivered" : "failed", nextAttemptAt: null };
}

function logWith({ leased, outcome, endedAt }: Pick<Sent, "leased" | "outcome" | "endedAt">): AttemptEntry[] {
  const { responseBody: _body, ...shown } = outcome;
  return [...leased.attemptLog, { at: endedAt.toISOString(), ...shown }].slice(-ATTEMPT_LOG_LENGTH);
}
