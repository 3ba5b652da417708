import type { Notification } from "@/lib/domain/notifications/schema";

/** Notices that say the same of one thing, as one: "Ada, Mira and 3 others liked your post". */
export interface NoticeGroup {
  /** Newest first; at least one. */
  notices: [Notification, ...Notification[]];
}

/** What several people do to one thing is told once; a comment is told each time. */
const GROUPED: Record<Notification["type"], boolean> = {
  LIKE: true,
  REPOST: true,
  FOLLOW: true,
  COMMENT: false,
  REPLY: false,
  MENTION: false,
  SYSTEM: false,
};

/** Follows are about the reader, so a day is their thing. */
const DAY = 10;

/** Groups a list that is newest first; a group stands where its newest notice does. What is read and what is not stay apart. */
export function groupNotices(list: readonly Notification[]): NoticeGroup[] {
  const groups = new Map<string, NoticeGroup>();
  for (const notice of list) {
    const key = keyOf(notice);
    const group = groups.get(key);
    if (group) group.notices.push(notice);
    else groups.set(key, { notices: [notice] });
  }
  return [...groups.values()];
}

function keyOf({ id, type, link, read, createdAt, count }: Notification): string {
  // One that stands for many acts of one person is about more than one thing.
  if (!GROUPED[type] || count !== undefined) return id;
  return [type, type === "FOLLOW" ? createdAt.slice(0, DAY) : link, read].join(" ");
}
