import { MAX_MESSAGES, MAX_SYSTEM_MESSAGES } from "@/lib/domain/rooms/rules";
import type { RoomMessage, UserMessage } from "@/lib/domain/rooms/schema";

interface Kept {
  messages: RoomMessage[];
  /** Whether any were dropped. */
  dropped: boolean;
}

/** Returns the newest messages of each kind that a page keeps. `messages` are oldest first. */
export function newestKept(messages: readonly RoomMessage[]): Kept {
  const { messages: kept, dropped } = oldestKept(messages.toReversed());
  return { messages: kept.reverse(), dropped };
}

/** Returns the oldest messages of each kind that a page keeps. */
export function oldestKept(messages: readonly RoomMessage[]): Kept {
  const left = { message: MAX_MESSAGES, system: MAX_SYSTEM_MESSAGES };
  const kept = messages.filter(({ kind }) => left[kind]-- > 0);
  return { messages: kept, dropped: kept.length < messages.length };
}

/** Returns a message after another one, which it may be or quote, was changed. */
export function updateMessage(
  message: RoomMessage,
  { id, deleted, reactions }: Pick<UserMessage, "id" | "deleted" | "reactions">,
): RoomMessage {
  if (message.kind === "system") return message;
  if (message.id === id) return { ...message, deleted, reactions, ...(deleted && { content: "", mentions: null }) };
  if (deleted && message.replyTo === id) return { ...message, quote: null };
  return message;
}
