import type { VisitorContext } from "@/lib/domain/context";
import { nowPlus } from "./clock";
import { DELIVERY_RETENTION_DAYS } from "./rules";

const DAY_MS = 86_400_000;
const BATCH = 1000;

/** Deletes the deliveries that ended long ago, those of tests among them, and the lanes of engines that died. */
export async function forgetDeliveries({ db, now }: VisitorContext): Promise<void> {
  await db.$executeRaw`DELETE FROM "DeliveryLane" WHERE "endsAt" < ${nowPlus(-DAY_MS)}`;
  const over = new Date(now.getTime() - DELIVERY_RETENTION_DAYS * DAY_MS);
  const deleteBatch = () => db.$executeRaw`
    DELETE FROM "Delivery" WHERE id IN (
      SELECT old.id FROM "WebhookEndpoint" e CROSS JOIN LATERAL (
        SELECT d.id FROM "Delivery" d WHERE d."endpointId" = e.id AND d."createdAt" < ${over} AND d.status <> 'pending' LIMIT ${BATCH}) old
       LIMIT ${BATCH})`;
  while ((await deleteBatch()) === BATCH);
}
