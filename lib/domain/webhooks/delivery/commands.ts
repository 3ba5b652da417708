import { type Context, inTransaction, type VisitorContext } from "@/lib/domain/context";
import { DAY_MS } from "@/lib/domain/durations";
import { DomainError, notFound } from "@/lib/domain/errors";
import { lockOwnEndpoint } from "@/lib/domain/webhooks/commands";
import { deliverySelect, presentDelivery } from "@/lib/domain/webhooks/present";
import { DELIVERY_RETENTION_DAYS, TEST_EVENT } from "@/lib/domain/webhooks/rules";
import type { Delivery } from "@/lib/domain/webhooks/schema";
import { NOW, nowPlus } from "@/lib/infra/database/clock";
import { dispatchDeliveries } from "./dispatch";
import { isFree } from "./lease";
import { allocateSequence, draftDelivery, enqueueDeliveries } from "./outbox";

/**
 * Sends a test event, whatever the endpoint subscribes to. It has one attempt.
 * @throws `not_found`; `conflict` if the endpoint is disabled
 */
export function sendTestEvent(ctx: Context, { id }: { id: string }): Promise<Delivery> {
  return inTransaction(ctx, async (tx) => {
    await lockEnabledEndpoint(tx, id);
    const event = { id: null, name: TEST_EVENT, data: { endpointId: id } };
    const draft = draftDelivery(tx, await allocateSequence(tx, id), event);
    await enqueueDeliveries(tx, [{ ...draft, manual: true, once: true }]);
    return readDelivery(tx, draft.id);
  });
}

/**
 * Sends a delivery again now, with the same body and id. A pending one keeps its schedule after this attempt, a final
 * one gets one attempt, and one that is being attempted is left alone.
 * @throws `not_found`; `conflict` if the endpoint is disabled
 */
export function redeliver(ctx: Context, { id, deliveryId }: { id: string; deliveryId: string }): Promise<Delivery> {
  return inTransaction(ctx, async (tx) => {
    await lockEnabledEndpoint(tx, id);
    if (!(await tx.db.delivery.findFirst({ where: { id: deliveryId, endpointId: id }, select: { id: true } })))
      throw notFound();
    await tx.db.$executeRaw`
      UPDATE "Delivery" d
         SET manual = true, once = status <> 'pending', status = 'pending', "nextAttemptAt" = ${NOW}, "leaseToken" = NULL, "leaseEndsAt" = NULL
       WHERE d.id = ${deliveryId} AND ${isFree}`;
    tx.afterCommit(() => dispatchDeliveries([{ id: deliveryId, endpointId: id }]));
    return readDelivery(tx, deliveryId);
  });
}

async function lockEnabledEndpoint(tx: Context, id: string): Promise<void> {
  const { enabled } = await lockOwnEndpoint(tx, id);
  if (!enabled) throw new DomainError("conflict", "This endpoint is disabled. Enable it first.");
}

async function readDelivery(tx: Context, id: string): Promise<Delivery> {
  return presentDelivery(await tx.db.delivery.findUniqueOrThrow({ where: { id }, select: deliverySelect }));
}

const BATCH = 1000;

/** Deletes final deliveries older than `DELIVERY_RETENTION_DAYS`, and the endpoint claims of workers that crashed. */
export async function deleteOldDeliveries({ db, now }: VisitorContext): Promise<void> {
  await db.$executeRaw`DELETE FROM "DeliveryLane" WHERE "endsAt" < ${nowPlus(-DAY_MS)}`;
  const before = new Date(now.getTime() - DELIVERY_RETENTION_DAYS * DAY_MS);
  const deleteBatch = () => db.$executeRaw`
    DELETE FROM "Delivery" WHERE id IN (
      SELECT old.id FROM "WebhookEndpoint" e CROSS JOIN LATERAL (
        SELECT d.id FROM "Delivery" d
          WHERE d."endpointId" = e.id AND d."createdAt" < ${before} AND d.status <> 'pending' LIMIT ${BATCH}) old
       LIMIT ${BATCH})`;
  while ((await deleteBatch()) === BATCH);
}
