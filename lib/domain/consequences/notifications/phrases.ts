import { MAX_GROUP } from "./rules";
import type { Notification } from "./schema";

interface Phrase {
  /** Follows the actors’ names; `your` is followed by the subject. Null for what the platform says itself. */
  text: string | null;
  /** The text where one notification counts several actions of a person; null for a type that never does. */
  many: ((n: string) => string) | null;
}

const PHRASES: Record<Notification["type"], Phrase> = {
  FOLLOW: { text: "followed you", many: null },
  LIKE: { text: "liked your", many: (n) => `gave you ${n} likes` },
  COMMENT: { text: "commented on your", many: (n) => `left you ${n} comments` },
  REPLY: { text: "replied to you", many: (n) => `replied to you ${n} times` },
  MENTION: { text: "mentioned you", many: (n) => `mentioned you ${n} times` },
  REPOST: { text: "reposted your", many: (n) => `reposted ${n} of your posts` },
  QUOTE: { text: "quoted your", many: (n) => `quoted ${n} of your posts` },
  DUEL_CHALLENGED: { text: "challenged you to a duel", many: (n) => `challenged you to ${n} duels` },
  DUEL_FINISHED: { text: "finished a duel with you", many: (n) => `finished ${n} duels with you` },
  SYSTEM: { text: null, many: null },
};

/** For a type from a newer release, while this one is still running or open in a tab. */
const UNKNOWN: Phrase = { text: "", many: null };

/** Whether a notification's preview says everything, without an actor. */
export const isToldByPlatform = ({ type }: Pick<Notification, "type">): boolean => PHRASES[type]?.text === null;

/** Returns what a notification says behind its actor's name. Its link determines the kind of subject. */
export function phraseOf({ type, link, count = 1 }: Pick<Notification, "type" | "link" | "count">): string {
  const { text, many } = PHRASES[type] ?? UNKNOWN;
  if (count > 1 && many) return many(count < MAX_GROUP ? String(count) : `${MAX_GROUP} or more`);
  if (text === null) return "";
  return text.endsWith("your") ? `${text} ${link.startsWith("/builds/") ? "build" : "post"}` : text;
}
