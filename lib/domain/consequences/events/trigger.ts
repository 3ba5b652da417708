import { z } from "zod";
import { type Context, inTransaction } from "@/lib/domain/kernel/context";
import { invalid, type Issue } from "@/lib/domain/kernel/errors";
import { subscribableEvents } from "./catalog";
import { publish } from "./commands";
import { presentEvent } from "./present";
import type { EventRecord, eventTrigger } from "./schema";

/**
 * Records and delivers an event marked as a test, to try out a receiver. No reaction runs, no count changes, and nobody
 * else is notified.
 * @throws `invalid_request` on a field of `data` that such an event does not have, or not so
 */
export async function triggerEvent(
  ctx: Context,
  { event: name, data: given = {} }: z.output<typeof eventTrigger>,
): Promise<EventRecord> {
  const { id: userId, handle } = ctx.actor;
  const schema = subscribableEvents[name].data;
  const example = madeUp(z.toJSONSchema(schema), { userId, handle }) as Record<string, unknown>;
  const data = { ...example, ...given };
  const issues = problemsOf(schema, data, Object.keys(example));
  if (issues.length > 0) throw invalid(issues);
  return inTransaction(ctx, async (tx) => {
    const id = await publish(tx, name, data, { isTest: true });
    return presentEvent({ id, name, data, isTest: true, createdAt: tx.now });
  });
}

/** Returns what is wrong with an event's data: fields that it does not have, and values of another type. */
function problemsOf(schema: z.ZodType, data: Record<string, unknown>, fields: string[]): Issue[] {
  const unknown = Object.keys(data).filter((name) => !fields.includes(name));
  const wrong = schema.safeParse(data).error?.issues ?? [];
  return [
    ...unknown.map((name) => ({ param: `data.${name}`, message: `The event's data has ${fields.join(", ")}` })),
    ...wrong.map(({ path, message }) => ({ param: ["data", ...path].join("."), message })),
  ];
}

type JsonSchema = z.core.JSONSchema.JSONSchema;

/** Sample data about the account itself, because an example's handle may belong to somebody here. */
function madeUp({ properties, example, enum: values, type }: JsonSchema, own: Record<string, string>): unknown {
  if (!properties) return example ?? values?.[0] ?? (type === "boolean" ? true : null);
  return Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [name, own[name] ?? madeUp(field as JsonSchema, own)]),
  );
}
