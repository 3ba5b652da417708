import { type Context, inTransaction, untilFree } from "@/lib/domain/context";
import { env } from "@/lib/infra/env";
import type { Sent } from "./attempt";
import { countFailure, lockEndpoint, noteSuccess } from "./health";
import type { LeasedDelivery } from "./lease";
import type { AttemptEntry } from "./outcome";
import { ATTEMPT_LOG_LENGTH, waitAfter } from "./rules";

/** Writes down attempts that arrived, all together, except those whose lease has passed to somebody else. */
export async function settleSuccesses(ctx: Context, sent: readonly Sent[]): Promise<void> {
  const arrived = sent.map(({ leased, outcome, endedAt }) => ({
    id: leased.id, token: leased.leaseToken, at: endedAt, attempts: leased.attempts + 1, log: logWith({ leased, outcome, endedAt }),
    status: outcome.responseStatus, body: outcome.responseBody, ms: outcome.durationMs,
  }));
  // Another engine may move some of the same rows in another order: whoever loses that is run again.
  const relieved = await untilFree(() => ctx.db.$queryRaw<{ id: string }[]>`
    WITH settled AS (
      UPDATE "Delivery" d
         SET status = 'delivered', "deliveredAt" = a.at, "nextAttemptAt" = NULL, manual = false, once = false, attempts = a.attempts, "attemptLog" = a.log,
             "leaseToken" = NULL, "leaseEndsAt" = NULL, "responseStatus" = a.status, "responseBody" = a.body, error = NULL, "durationMs" = a.ms
        FROM jsonb_to_recordset(${JSON.stringify(arrived)}::jsonb)
          AS a(id text, token text, at timestamptz, attempts int, log jsonb, status int, body text, ms int)
       WHERE d.id = a.id AND d."leaseToken" = a.token
      RETURNING d."endpointId")
    SELECT DISTINCT e.id FROM settled JOIN "WebhookEndpoint" e ON e.id = settled."endpointId" WHERE e."failureCount" > 0 OR e."exhaustedCount" > 0`);
  if (relieved.length > 0) await noteSuccess(ctx, relieved.map(({ id }) => id));
}

/** Writes down an attempt that failed, plans the next one, and counts it against the endpoint. */
export function settleFailure(ctx: Context, sent: Sent): Promise<void> {
  const { leased, outcome, retryAfterMs, endedAt } = sent;
  return inTransaction({ ...ctx, now: endedAt }, async (tx) => {
    const endpoint = await lockEndpoint(tx, leased.endpointId);
    const gone = outcome.responseStatus === 410 && !leased.manual;
    const again = endpoint?.enabled && !gone && !leased.once;
    const wait = again ? waitAfter(leased.attempts + 1, env().webhooks.backoffSeconds, tx.random, retryAfterMs) : undefined;
    const fate = wait === undefined ? givenUp(leased) : { status: "pending" as const, nextAttemptAt: new Date(endedAt.getTime() + wait) };
    const { count } = await tx.db.delivery.updateMany({
      where: { id: leased.id, leaseToken: leased.leaseToken },
      data: { ...outcome, ...fate, attempts: leased.attempts + 1, attemptLog: logWith(sent), manual: false, once: false, leaseToken: null, leaseEndsAt: null },
    });
    if (count === 0 || !endpoint?.enabled || leased.manual) return;
    await countFailure(tx, endpoint, { deliveryId: leased.id, error: outcome.error ?? "", gaveUp: wait === undefined, gone });
  });
}

/** A redelivery that failed takes nothing away from the delivery that it repeated. */
function givenUp({ deliveredAt }: LeasedDelivery) {
  return { status: deliveredAt ? ("delivered" as const) : ("failed" as const), nextAttemptAt: null };
}

function logWith({ leased, outcome, endedAt }: Pick<Sent, "leased" | "outcome" | "endedAt">): AttemptEntry[] {
  const { responseBody: _body, ...shown } = outcome;
  return [...leased.attemptLog, { at: endedAt.toISOString(), ...shown }].slice(-ATTEMPT_LOG_LENGTH);
}
