import { type Context, inTransaction } from "@/lib/domain/context";
import { notFound, Refusal } from "@/lib/domain/errors";
import { NOW } from "./clock";
import { lockOwnEndpoint } from "./commands";
import { handOver } from "./hand-over";
import { isFree } from "./lease";
import { draftDelivery, enqueue, takePlace } from "./outbox";
import { deliverySelect, presentDelivery } from "./present";
import { TEST_EVENT } from "./rules";
import type { Delivery } from "./schema";

/** Sends a `webhook.test`, once, whatever the endpoint subscribed to. */
export function sendTest(ctx: Context, { id }: { id: string }): Promise<Delivery> {
  return inTransaction(ctx, async (tx) => {
    await lockEnabled(tx, id);
    const draft = draftDelivery(tx, await takePlace(tx, id), { id: null, name: TEST_EVENT, data: { endpointId: id } });
    await enqueue(tx, [{ ...draft, manual: true, once: true }]);
    return show(tx, draft.id);
  });
}

/**
 * Sends a delivery again now: the same body with the same id. What is still pending keeps its schedule from there on;
 * what was over gets one attempt; what is being sent just now is left to it.
 */
export function redeliver(ctx: Context, { id, deliveryId }: { id: string; deliveryId: string }): Promise<Delivery> {
  return inTransaction(ctx, async (tx) => {
    await lockEnabled(tx, id);
    if (!(await tx.db.delivery.findFirst({ where: { id: deliveryId, endpointId: id }, select: { id: true } })))
      throw notFound();
    await tx.db.$executeRaw`
      UPDATE "Delivery" d SET manual = true, once = status <> 'pending', status = 'pending', "nextAttemptAt" = ${NOW}, "leaseToken" = NULL, "leaseEndsAt" = NULL
       WHERE d.id = ${deliveryId} AND ${isFree}`;
    tx.afterCommit(() => handOver([{ id: deliveryId, endpointId: id }]));
    return show(tx, deliveryId);
  });
}

async function lockEnabled(tx: Context, id: string): Promise<void> {
  const { enabled } = await lockOwnEndpoint(tx, id);
  if (!enabled) throw new Refusal("conflict", "This endpoint is disabled. Enable it first.");
}

async function show(tx: Context, id: string): Promise<Delivery> {
  return presentDelivery(await tx.db.delivery.findUniqueOrThrow({ where: { id }, select: deliverySelect }));
}
