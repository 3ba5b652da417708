import { type Context, idFor } from "@/lib/domain/context";
import { enqueueEvent } from "@/lib/domain/webhooks/delivery/outbox";
import { EVENTS, type EventData, type EventName } from "./catalog";
import { type EventContext, REACTIONS } from "./reactions";

/**
 * Records an event within the transaction of its act: the event, a delivery for each subscribed webhook endpoint, and
 * every reaction.
 */
export async function record<E extends EventName>(
  tx: Context,
  name: E,
  data: EventData<E>,
  context: EventContext,
): Promise<void> {
  if (EVENTS[name].audience === "public") await publish(tx, name, data);
  for (const react of REACTIONS[name]) await react(tx, { name, data, context });
}

async function publish<E extends EventName>(tx: Context, name: E, data: EventData<E>): Promise<void> {
  const id = idFor(tx, "evt");
  // Incrementing a counter on the account's row makes positions follow the order of the commits.
  await tx.db.$executeRaw`
    WITH account AS (UPDATE "User" SET "eventPosition" = "eventPosition" + 1 WHERE id = ${tx.actor.id}
        RETURNING "eventPosition")
    INSERT INTO "Event" (id, position, "userId", name, data, "createdAt")
    SELECT ${id}, "eventPosition", ${tx.actor.id}, ${name}, ${JSON.stringify(data)}::jsonb, ${tx.now} FROM account`;
  await enqueueEvent(tx, { id, name, data });
}
