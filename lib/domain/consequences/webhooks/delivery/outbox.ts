import { beforeCommit, type Context, idFor, read, write } from "@/lib/domain/kernel/context";
import { dispatch } from "@/lib/domain/kernel/dispatch";
import { wildcardOf } from "@/lib/domain/consequences/events/catalog";
import { marksOf } from "@/lib/domain/consequences/event-log/present";
import { bodyOf } from "@/lib/domain/consequences/webhooks/envelope";
import { passesFilter } from "@/lib/domain/consequences/webhooks/filter";
import { waitAfter } from "@/lib/domain/consequences/webhooks/rules";
import { NOW, sql } from "@/lib/infra/database/sql";
import { env } from "@/lib/infra/environment/env";
import { traceCarrier } from "@/lib/infra/log/tracing";

interface PublishedEvent {
  id: string;
  name: string;
  data: object;
  /** Reads the resource that the event is about, for endpoints that receive the full payload. */
  readResource?: () => Promise<object | null>;
  isTest: boolean;
}

/** Writes a delivery for each enabled endpoint that subscribes to the event, in the event's transaction. */
export async function enqueueEvent(tx: Context, { readResource, ...event }: PublishedEvent): Promise<void> {
  const slots = await read<SequenceSlot>(tx, "webhooks.enqueue")`
    UPDATE "WebhookEndpoint" SET ${nextSequence}
    WHERE "userId" = ${tx.actor.id} AND enabled AND events && ARRAY[${event.name}, ${wildcardOf(event.name) ?? event.name}]
      AND ${passesFilter(event.data)}
    RETURNING ${slotColumns}`;
  const resource = slots.some(({ fullPayload }) => fullPayload) ? await readResource?.() : null;
  const drafts = slots.map((slot) => draftDelivery(tx, slot, { ...event, resource }));
  if (drafts.length > 0) await beforeCommit(tx, enqueueDeliveries, drafts);
}

/** A number in an endpoint's deliveries. Allocating locks the endpoint, so the sequence is in commit order. */
interface SequenceSlot {
  endpointId: string;
  sequence: number;
  /** Never decreases, so that deliveries become due in the order of their sequence. */
  lastQueuedAt: Date;
  fullPayload: boolean;
}

/** When a delivery that is written now counts as queued at its endpoint. */
export const queuedAt = sql`GREATEST("lastQueuedAt", ${NOW})`;

const nextSequence = sql`sequence = sequence + 1, "lastQueuedAt" = ${queuedAt}`;
const slotColumns = sql`id AS "endpointId", sequence, "lastQueuedAt", "fullPayload"`;

/** Allocates the next sequence number of one endpoint, for a delivery without an event. */
export async function allocateSequence(tx: Context, endpointId: string): Promise<SequenceSlot> {
  const [slot] = await read<SequenceSlot>(tx, "webhooks.allocate")`
    UPDATE "WebhookEndpoint" SET ${nextSequence} WHERE id = ${endpointId} RETURNING ${slotColumns}`;
  return slot!;
}

/**
 * Drafts the delivery of an event to an endpoint. Its body is what every attempt sends
 * (docs/contract.md#events-and-deliveries).
 */
export function draftDelivery(
  tx: Context,
  { endpointId, sequence, lastQueuedAt, fullPayload }: SequenceSlot,
  event: { id: string | null; name: string; data: object; isTest?: boolean; resource?: object | null },
) {
  const id = idFor(tx, "whd");
  const body = bodyOf({
    id,
    event: event.name,
    created: tx.now.toISOString(),
    data: event.data,
    ...(fullPayload && { resource: event.resource ?? null }),
    eventId: event.id,
    sequence,
    ...marksOf(event),
  });
  const waitMs = waitAfter(0, env().webhooks.backoffSeconds, tx.random) ?? 0;
  return {
    id,
    endpointId,
    eventId: event.id,
    event: event.name,
    sequence,
    body,
    nextAttemptAt: new Date(lastQueuedAt.getTime() + waitMs),
    createdAt: tx.now,
    traceparent: traceCarrier().traceparent,
  };
}

type DeliveryDraft = ReturnType<typeof draftDelivery> & { manual?: boolean; once?: boolean };

/** Stores deliveries, and dispatches them once they are committed. */
export async function enqueueDeliveries(tx: Context, drafts: DeliveryDraft[]): Promise<void> {
  const rows = JSON.stringify(drafts);
  await write(tx, "webhooks.outbox")`
    INSERT INTO "Delivery"
      (id, "endpointId", "eventId", event, sequence, body, manual, once, "nextAttemptAt", "createdAt", traceparent)
    SELECT id, "endpointId", "eventId", event, sequence, body, COALESCE(manual, false), COALESCE(once, false),
           "nextAttemptAt", "createdAt", traceparent
      FROM jsonb_to_recordset(${rows}::jsonb) AS draft(id text, "endpointId" text, "eventId" text, event text,
        sequence int, body text, manual bool, once bool, "nextAttemptAt" timestamptz, "createdAt" timestamptz,
        traceparent text)
     -- Closing an account ends its duels, which its endpoints are told of, and then deletes these.
     WHERE EXISTS (SELECT FROM "WebhookEndpoint" e WHERE e.id = draft."endpointId")`;
  tx.afterCommit(() =>
    dispatch(
      "deliveries",
      drafts.map(({ id, endpointId }) => ({ id, endpointId })),
    ),
  );
}
