import type { Context } from "@/lib/domain/context";
import { userTopic } from "./topics";

/** Deletes the topic of a closed account, whose name is never reused. */
export async function deleteOwnTopic({ db, actor }: Context): Promise<void> {
  const topic = userTopic(actor.id);
  await db.$executeRaw`
    WITH events AS (DELETE FROM "LiveEvent" WHERE topic = ${topic}) DELETE FROM "LiveTopic" WHERE topic = ${topic}`;
}
