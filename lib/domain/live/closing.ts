import { type Context, write } from "@/lib/domain/context";
import { userTopic } from "./topics";

/** Deletes the topic of a closed account, whose name is never reused. */
export async function deleteOwnTopic(tx: Context): Promise<void> {
  const topic = userTopic(tx.actor.id);
  await write(tx, "live.deleteTopic")`
    WITH events AS (DELETE FROM "LiveEvent" WHERE topic = ${topic}) DELETE FROM "LiveTopic" WHERE topic = ${topic}`;
}
