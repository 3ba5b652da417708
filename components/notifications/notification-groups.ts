import type { Notification } from "@/lib/domain/consequences/notifications/schema";

/** Notifications about one thing, grouped: "Ada, Mira and 3 others liked your post". */
export interface NotificationGroup {
  /** Newest first; at least one. */
  notifications: [Notification, ...Notification[]];
}

/** Whether notifications of a type are grouped; each comment is shown on its own. */
const GROUPED: Record<Notification["type"], boolean> = {
  LIKE: true,
  REPOST: true,
  FOLLOW: true,
  COMMENT: false,
  REPLY: false,
  MENTION: false,
  QUOTE: false,
  DUEL_CHALLENGED: false,
  DUEL_FINISHED: false,
  SYSTEM: false,
};

/** Follows are grouped by day: the length of `YYYY-MM-DD`. */
const DAY = 10;

/** Groups a list that is newest first by its newest notification. Read and unread ones stay apart. */
export function groupNotifications(list: readonly Notification[]): NotificationGroup[] {
  const groups = new Map<string, NotificationGroup>();
  for (const notification of list) {
    const key = keyOf(notification);
    const group = groups.get(key);
    if (group) group.notifications.push(notification);
    else groups.set(key, { notifications: [notification] });
  }
  return [...groups.values()];
}

function keyOf({ id, type, link, read, createdAt, count }: Notification): string {
  // A notification that counts several actions of a person is about more than one subject.
  if (!GROUPED[type] || count !== undefined) return id;
  return [type, type === "FOLLOW" ? createdAt.slice(0, DAY) : link, read].join(" ");
}
