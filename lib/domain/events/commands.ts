import { type Context, idFor } from "@/lib/domain/context";
import { enqueueDeliveries } from "@/lib/domain/webhooks/outbox";
import { EVENTS, type EventData, type EventName } from "./catalog";
import { type Facts, REACTIONS } from "./reactions";

/**
 * Records that something happened, within the transaction that made it happen: the event, a delivery for each webhook
 * endpoint that wants it, and every reaction.
 */
export async function record<E extends EventName>(
  tx: Context,
  name: E,
  data: EventData<E>,
  facts: Facts,
): Promise<void> {
  if (EVENTS[name].audience === "public") await publish(tx, name, data);
  for (const react of REACTIONS[name]) await react(tx, { name, data, facts });
}

async function publish<E extends EventName>(tx: Context, name: E, data: EventData<E>): Promise<void> {
  const id = idFor(tx, "evt");
  // Counting on the account's row makes the positions follow the order of the commits.
  await tx.db.$executeRaw`
    WITH account AS (UPDATE "User" SET "eventPosition" = "eventPosition" + 1 WHERE id = ${tx.actor.id} RETURNING "eventPosition")
    INSERT INTO "Event" (id, position, "userId", name, data, "createdAt")
    SELECT ${id}, "eventPosition", ${tx.actor.id}, ${name}, ${JSON.stringify(data)}::jsonb, ${tx.now} FROM account`;
  await enqueueDeliveries(tx, { id, name, data });
}
