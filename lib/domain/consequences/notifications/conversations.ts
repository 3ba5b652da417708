import { type Context, inTransaction, write } from "@/lib/domain/kernel/context";
import { requireVisiblePost } from "@/lib/domain/kernel/visibility";
import { sql } from "@/lib/infra/database/sql";
import { retractWhere } from "./folding";
import type { MuteState } from "./schema";

/**
 * Mutes the conversation of a post for the caller: nothing in it notifies them any more, and what they have not read is
 * taken back. Muting it again changes nothing.
 * @throws DomainError `not_found` if the caller may not see the post
 */
export function muteConversation(ctx: Context, { id }: { id: string }): Promise<MuteState> {
  return inTransaction(ctx, async (tx) => {
    const { id: userId } = tx.actor;
    await requireVisiblePost(tx, id);
    await write(tx, "conversations.mute")`
      INSERT INTO "MutedConversation" ("userId", "postId", "createdAt") VALUES (${userId}, ${id}, ${tx.now})
      ON CONFLICT DO NOTHING`;
    await retractWhere(tx, "muteConversation", sql`"readAt" IS NULL AND "userId" = ${userId} AND "postId" = ${id}`);
    return { muted: true };
  });
}

/**
 * Unmutes a conversation, also one that the caller may no longer see. What was taken back does not return.
 * @throws DomainError `not_found` if it was not muted, and the caller may not see the post
 */
export async function unmuteConversation(ctx: Context, { id }: { id: string }): Promise<MuteState> {
  const unmuted = await write(ctx, "conversations.unmute")`
    DELETE FROM "MutedConversation" WHERE "userId" = ${ctx.actor.id} AND "postId" = ${id}`;
  if (unmuted === 0) await requireVisiblePost(ctx, id);
  return { muted: false };
}

export async function deleteOwnMutedConversations(tx: Context): Promise<void> {
  await write(tx, "conversations.deleteOwn")`DELETE FROM "MutedConversation" WHERE "userId" = ${tx.actor.id}`;
}
