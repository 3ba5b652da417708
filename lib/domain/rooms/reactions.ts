import { type Context, inTransaction } from "@/lib/domain/context";
import { conflict, invalid } from "@/lib/domain/errors";
import { publish } from "@/lib/domain/live/commands";
import { roomTopic } from "@/lib/domain/live/topics";
import type { RoomRecord } from "./access";
import { lockMessage } from "./messages";
import { findMessage } from "./queries";
import { isEmoji, MAX_REACTION_KINDS } from "./rules";

interface Reacting {
  code: string;
  id: string;
  emoji: string;
}

type Reactions = Record<string, string[]>;

/**
 * Adds a reaction to a message. Repeating it does nothing.
 * @throws DomainError `invalid_request` for text that is not an emoji, `conflict` if the message has too many different
 * ones
 */
export async function addReaction(ctx: Context, { code, id, emoji }: Reacting): Promise<{ reactions: Reactions }> {
  return inTransaction(ctx, async (tx) => {
    const { room, message } = await lockMessage(tx, { code, id });
    rejectOtherText(emoji);
    const { [emoji]: known, ...others } = message.reactions;
    if (known?.includes(tx.actor.id)) return { reactions: message.reactions };
    if (!known && Object.keys(others).length >= MAX_REACTION_KINDS)
      throw conflict(`A message has at most ${MAX_REACTION_KINDS} kinds of reactions. Use one of those.`);
    await tx.db.roomReaction.create({
      data: { messageId: id, emoji, userId: tx.actor.id, createdAt: tx.now },
      select: { messageId: true },
    });
    return { reactions: await announceReactions(tx, room, id) };
  });
}

/** Removes a reaction, if there is one. */
export async function removeReaction(ctx: Context, { code, id, emoji }: Reacting): Promise<{ reactions: Reactions }> {
  return inTransaction(ctx, async (tx) => {
    const { room, message } = await lockMessage(tx, { code, id });
    rejectOtherText(emoji);
    const { count } = await tx.db.roomReaction.deleteMany({
      where: { messageId: id, emoji, userId: tx.actor.id },
    });
    return { reactions: count === 0 ? message.reactions : await announceReactions(tx, room, id) };
  });
}

async function announceReactions(tx: Context, room: RoomRecord, id: string): Promise<Reactions> {
  const reactions = (await findMessage(tx, room, id))?.reactions ?? {};
  await publish(tx, roomTopic(room.code), "message.updated", { id, deleted: false, reactions });
  return reactions;
}

function rejectOtherText(emoji: string): void {
  if (!isEmoji(emoji)) throw invalid([{ param: "emoji", message: "emoji must be one emoji" }]);
}
