import type { IconName } from "@/components/ui/icon-names";
import { phraseOf } from "@/lib/domain/consequences/notifications/phrases";
import type { Notification } from "@/lib/domain/consequences/notifications/schema";

const ICONS: Record<Notification["type"], IconName> = {
  FOLLOW: "user-plus",
  LIKE: "heart",
  COMMENT: "message-circle",
  REPLY: "reply",
  MENTION: "at-sign",
  REPOST: "repeat-2",
  QUOTE: "quote",
  DUEL_CHALLENGED: "swords",
  DUEL_FINISHED: "swords",
  SYSTEM: "bell",
};

/** A notification's icon and label. A newer release may have types that this one does not know. */
export function notificationLabel(notification: Pick<Notification, "type" | "link" | "count">): {
  icon: IconName;
  text: string;
} {
  return { icon: ICONS[notification.type] ?? "bell", text: phraseOf(notification) };
}
