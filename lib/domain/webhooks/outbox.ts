import { type Context, idFor } from "@/lib/domain/context";
import { ALL_EVENTS } from "@/lib/domain/events/catalog";
import { env } from "@/lib/infra/env";
import { Prisma } from "@/lib/infra/prisma/client";
import { NOW } from "./clock";
import { handOver } from "./hand-over";
import { waitAfter } from "./rules";

interface PublishedEvent {
  id: string;
  name: string;
  data: object;
}

/** Writes one delivery for each enabled endpoint that subscribed to the event, in the event's own transaction. */
export async function enqueueDeliveries(tx: Context, event: PublishedEvent): Promise<void> {
  const places = await tx.db.$queryRaw<Place[]>`
    UPDATE "WebhookEndpoint" SET ${nextPlace}
     WHERE "userId" = ${tx.actor.id} AND enabled AND events && ARRAY[${event.name}, ${ALL_EVENTS}]
    RETURNING ${placeColumns}`;
  if (places.length > 0)
    await enqueue(
      tx,
      places.map((place) => draftDelivery(tx, place, event)),
    );
}

/** An endpoint's next place in line. Taking it locks the endpoint, so that places follow the order of the commits. */
export interface Place {
  endpointId: string;
  sequence: number;
  lastQueuedAt: Date;
}

const nextPlace = Prisma.sql`sequence = sequence + 1, "lastQueuedAt" = GREATEST("lastQueuedAt", ${NOW})`;
const placeColumns = Prisma.sql`id AS "endpointId", sequence, "lastQueuedAt"`;

/** Takes a place at a locked endpoint, for something that no event caused. */
export async function takePlace(tx: Context, endpointId: string): Promise<Place> {
  const [place] = await tx.db.$queryRaw<
    [Place]
  >`UPDATE "WebhookEndpoint" SET ${nextPlace} WHERE id = ${endpointId} RETURNING ${placeColumns}`;
  return place;
}

/** The row, with the body (2.13) as every attempt will send it. */
export function draftDelivery(
  tx: Context,
  { endpointId, sequence, lastQueuedAt }: Place,
  event: { id: string | null; name: string; data: object },
) {
  const id = idFor(tx, "whd");
  const envelope = {
    id,
    event: event.name,
    created: tx.now.toISOString(),
    data: event.data,
    eventId: event.id,
    sequence,
  };
  const wait = waitAfter(0, env().webhooks.backoffSeconds, tx.random) ?? 0;
  return {
    id,
    endpointId,
    eventId: event.id,
    event: event.name,
    sequence,
    body: JSON.stringify(envelope),
    nextAttemptAt: new Date(lastQueuedAt.getTime() + wait),
    createdAt: tx.now,
  };
}

type Draft = ReturnType<typeof draftDelivery> & { manual?: boolean; once?: boolean };

/** Writes deliveries, and hands them to the engine once they are committed. */
export async function enqueue(tx: Context, deliveries: Draft[]): Promise<void> {
  await tx.db.delivery.createMany({ data: deliveries });
  tx.afterCommit(() => handOver(deliveries.map(({ id, endpointId }) => ({ id, endpointId }))));
}
