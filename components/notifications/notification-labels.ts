import type { IconName } from "@/components/ui/icon-names";
import { MAX_GROUP } from "@/lib/domain/consequences/notifications/rules";
import type { Notification } from "@/lib/domain/consequences/notifications/schema";

interface NotificationLabel {
  icon: IconName;
  /** Follows the actors' names; `your` is followed by the subject. */
  text: string;
  /** The text where one notification counts several actions of a person; null for a type that never does. */
  many: ((n: string) => string) | null;
}

const LABELS: Record<Notification["type"], NotificationLabel> = {
  FOLLOW: { icon: "user-plus", text: "followed you", many: null },
  LIKE: { icon: "heart", text: "liked your", many: (n) => `gave you ${n} likes` },
  COMMENT: { icon: "message-circle", text: "commented on your", many: (n) => `left you ${n} comments` },
  REPLY: { icon: "reply", text: "replied to you", many: (n) => `replied to you ${n} times` },
  MENTION: { icon: "at-sign", text: "mentioned you", many: (n) => `mentioned you ${n} times` },
  REPOST: { icon: "repeat-2", text: "reposted your", many: (n) => `reposted ${n} of your posts` },
  QUOTE: { icon: "quote", text: "quoted your", many: (n) => `quoted ${n} of your posts` },
  DUEL_CHALLENGED: { icon: "swords", text: "challenged you to a duel", many: (n) => `challenged you to ${n} duels` },
  DUEL_FINISHED: { icon: "swords", text: "finished a duel with you", many: (n) => `finished ${n} duels with you` },
  SYSTEM: { icon: "bell", text: "", many: null },
};

/** For a type from a newer release, while this one is still running or open in a tab. */
const UNKNOWN: NotificationLabel = { icon: "bell", text: "", many: null };

/** A notification's icon and label. Its link determines the kind of subject. */
export function notificationLabel({ type, link, count = 1 }: Pick<Notification, "type" | "link" | "count">): {
  icon: IconName;
  text: string;
} {
  const { icon, text, many } = LABELS[type] ?? UNKNOWN;
  if (count > 1 && many) return { icon, text: many(count < MAX_GROUP ? String(count) : `${MAX_GROUP} or more`) };
  return { icon, text: text.endsWith("your") ? `${text} ${link.startsWith("/builds/") ? "build" : "post"}` : text };
}
