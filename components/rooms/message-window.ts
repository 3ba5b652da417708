import { MAX_MESSAGES, MAX_SYSTEM_MESSAGES } from "@/lib/domain/rooms/rules";
import type { RoomMessage, UserMessage } from "@/lib/domain/rooms/schema";

interface Kept {
  messages: RoomMessage[];
  /** Whether any was too many. */
  dropped: boolean;
}

/** Of messages, oldest first, the newest that a page keeps of either kind. */
export function newestKept(messages: readonly RoomMessage[]): Kept {
  const { messages: kept, dropped } = oldestKept(messages.toReversed());
  return { messages: kept.reverse(), dropped };
}

/** The first of a list that a page keeps of either kind. */
export function oldestKept(messages: readonly RoomMessage[]): Kept {
  const left = { message: MAX_MESSAGES, system: MAX_SYSTEM_MESSAGES };
  const kept = messages.filter(({ kind }) => left[kind]-- > 0);
  return { messages: kept, dropped: kept.length < messages.length };
}

/** A message after another one, which it may be or quote, has changed. */
export function updateMessage(
  message: RoomMessage,
  { id, deleted, reactions }: Pick<UserMessage, "id" | "deleted" | "reactions">,
): RoomMessage {
  if (message.kind === "system") return message;
  if (message.id === id) return { ...message, deleted, reactions, ...(deleted && { content: "", mentions: null }) };
  if (deleted && message.replyTo === id) return { ...message, quote: null };
  return message;
}
