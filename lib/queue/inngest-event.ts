import { eventType, type Inngest } from "inngest";
import { z } from "zod";
import type { QueuedDelivery } from "@/lib/domain/kernel/dispatch";

export const deliveryQueued = eventType("webhook/delivery.queued", {
  schema: z.object({ id: z.string(), endpointId: z.string() }),
});

/**
 * Sends Inngest an event for each delivery.
 * @throws if Inngest does not accept them
 */
export function sendDeliveries(inngest: Inngest, deliveries: readonly QueuedDelivery[]): Promise<unknown> {
  return inngest.send(deliveries.map(({ id, endpointId }) => deliveryQueued.create({ id, endpointId })));
}

export const letterQueued = eventType("mail/letter.queued", { schema: z.object({ id: z.string() }) });

/**
 * Sends Inngest an event for each letter.
 * @throws if Inngest does not accept them
 */
export function sendLetters(inngest: Inngest, letterIds: readonly string[]): Promise<unknown> {
  return inngest.send(letterIds.map((id) => letterQueued.create({ id })));
}
