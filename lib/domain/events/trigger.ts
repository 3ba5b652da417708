import { z } from "zod";
import { type Context, inTransaction } from "@/lib/domain/context";
import { subscribableEvents } from "./catalog";
import { publish } from "./commands";
import { presentEvent } from "./present";
import type { EventRecord, eventTrigger } from "./schema";

/**
 * Records and delivers an event marked as a test, to try out a receiver. No reaction runs, no count changes, and nobody
 * else is notified.
 */
export function triggerEvent(ctx: Context, { event: name }: z.output<typeof eventTrigger>): Promise<EventRecord> {
  return inTransaction(ctx, async (tx) => {
    const { id: userId, handle } = tx.actor;
    const data = madeUp(z.toJSONSchema(subscribableEvents[name].data), { userId, handle }) as Record<string, unknown>;
    const id = await publish(tx, name, data, { isTest: true });
    return presentEvent({ id, name, data, isTest: true, createdAt: tx.now });
  });
}

type JsonSchema = z.core.JSONSchema.JSONSchema;

/** Sample data about the account itself, because an example's handle may belong to somebody here. */
function madeUp({ properties, example, enum: values, type }: JsonSchema, own: Record<string, string>): unknown {
  if (!properties) return example ?? values?.[0] ?? (type === "boolean" ? true : null);
  return Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [name, own[name] ?? madeUp(field as JsonSchema, own)]),
  );
}
