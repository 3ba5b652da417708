import { type Context, idFor } from "@/lib/domain/kernel/context";
import { appendToLog } from "@/lib/domain/consequences/event-log/commands";
import { enqueueEvent } from "@/lib/domain/consequences/webhooks/delivery/outbox";
import { type EventData, type EventName, isPublic } from "./catalog";
import { type EventContext, REACTIONS } from "./reactions";

/**
 * Records an event within the transaction of its act: the event, a delivery for each subscribed webhook endpoint, and
 * every reaction. All of it is sent in one round trip.
 */
export async function record<E extends EventName>(
  tx: Context,
  name: E,
  data: EventData<E>,
  context: EventContext,
): Promise<void> {
  await Promise.all([
    isPublic(name) ? publish(tx, name, data, context) : undefined,
    ...REACTIONS[name].map((react) => react(tx, { name, data, context })),
  ]);
}

/** Publishes an event: adds it to the account's log, with a delivery for each endpoint that subscribes to it. */
export async function publish(
  tx: Context,
  name: string,
  data: object,
  { isTest = false, readResource }: Pick<EventContext, "readResource"> & { isTest?: boolean },
): Promise<string> {
  const id = idFor(tx, "evt");
  await Promise.all([
    appendToLog(tx, tx.actor.id, [{ id, name, data, isTest }]),
    enqueueEvent(tx, { id, name, data, isTest, readResource }),
  ]);
  return id;
}
