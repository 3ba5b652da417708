import { type Context, inTransaction, read, write } from "@/lib/domain/kernel/context";
import { dispatch } from "@/lib/domain/kernel/dispatch";
import { conflict, notFound } from "@/lib/domain/kernel/errors";
import { lockOwnEndpoint } from "@/lib/domain/consequences/webhooks/commands";
import { deliveryColumns, type DeliveryRow, presentDelivery } from "@/lib/domain/consequences/webhooks/present";
import { TEST_EVENT } from "@/lib/domain/consequences/webhooks/rules";
import type { Delivery } from "@/lib/domain/consequences/webhooks/schema";
import { NOW } from "@/lib/infra/database/sql";
import { isFree } from "./lease";
import { allocateSequence, draftDelivery, enqueueDeliveries } from "./outbox";

/**
 * Sends a `webhook.test` delivery, whatever the endpoint subscribes to. It is attempted once.
 * @throws `not_found`; `conflict` if the endpoint is disabled
 */
export function sendTestEvent(ctx: Context, { id }: { id: string }): Promise<Delivery> {
  return inTransaction(ctx, async (tx) => {
    await lockEnabledEndpoint(tx, id);
    const event = { id: null, name: TEST_EVENT, data: { endpointId: id } };
    const draft = draftDelivery(tx, await allocateSequence(tx, id), event);
    await enqueueDeliveries(tx, [{ ...draft, manual: true, once: true }]);
    return readDelivery(tx, draft);
  });
}

/**
 * Attempts a delivery again now. A pending one keeps its retries, a final one gets a single attempt, and one that is
 * being attempted is left alone.
 * @throws `not_found`; `conflict` if the endpoint is disabled
 */
export function redeliver(ctx: Context, { id, deliveryId }: { id: string; deliveryId: string }): Promise<Delivery> {
  return inTransaction(ctx, async (tx) => {
    await lockEnabledEndpoint(tx, id);
    const [found] = await read<{ createdAt: Date }>(tx, "deliveries.find")`
      SELECT "createdAt" FROM "Delivery" WHERE id = ${deliveryId} AND "endpointId" = ${id}`;
    if (!found) throw notFound();
    await write(tx, "deliveries.redeliver")`
      UPDATE "Delivery" d
        SET manual = true, once = status <> 'pending', status = 'pending', "nextAttemptAt" = ${NOW},
            "leaseToken" = NULL, "leaseEndsAt" = NULL
      WHERE d.id = ${deliveryId} AND d."createdAt" = ${found.createdAt} AND ${isFree}`;
    tx.afterCommit(() => dispatch("deliveries", [{ id: deliveryId, endpointId: id }]));
    return readDelivery(tx, { id: deliveryId, ...found });
  });
}

async function lockEnabledEndpoint(tx: Context, id: string): Promise<void> {
  const { enabled } = await lockOwnEndpoint(tx, id);
  if (!enabled) throw conflict("This endpoint is disabled. Enable it first.");
}

async function readDelivery(tx: Context, { id, createdAt }: { id: string; createdAt: Date }): Promise<Delivery> {
  const [row] = await read<DeliveryRow>(tx, "deliveries.one")`
    SELECT ${deliveryColumns} FROM "Delivery" d WHERE d.id = ${id} AND d."createdAt" = ${createdAt}`;
  return presentDelivery(row!);
}
