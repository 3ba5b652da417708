import { type VisitorContext, write } from "@/lib/domain/context";
import type { Topic } from "./topics";

/**
 * Overwrites fields of published events about a subject, for readers who reconnect later. The same transaction must
 * also publish on the topic, which notifies connected readers.
 */
export async function redactEvents(
  tx: VisitorContext,
  topic: Topic,
  { where, data }: { where: object; data: object },
): Promise<void> {
  await write(tx, "live.redact")`
    UPDATE "LiveEvent" SET data = data || ${JSON.stringify(data)}::jsonb
    WHERE topic = ${topic} AND data @> ${JSON.stringify(where)}::jsonb`;
}
