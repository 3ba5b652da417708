import { AtSign, Bell, Heart, type LucideIcon, MessageCircle, Repeat2, Reply, UserPlus } from "lucide-react";
import { MAX_GROUP } from "@/lib/domain/notifications/rules";
import type { Notification } from "@/lib/domain/notifications/schema";

/** How each kind of notice is told, after the names of who caused it; `your` goes on with what it is about. */
const NOTICES: Record<Notification["type"], { icon: LucideIcon; words: string }> = {
  FOLLOW: { icon: UserPlus, words: "followed you" },
  LIKE: { icon: Heart, words: "liked your" },
  COMMENT: { icon: MessageCircle, words: "commented on your" },
  REPLY: { icon: Reply, words: "replied to you" },
  MENTION: { icon: AtSign, words: "mentioned you" },
  REPOST: { icon: Repeat2, words: "passed on your" },
  SYSTEM: { icon: Bell, words: "" },
};

/** The same for one that stands for many acts of one person. Whom they follow, and what the platform says, never comes so. */
const MANY: Partial<Record<Notification["type"], (count: string) => string>> = {
  LIKE: (count) => `gave you ${count} likes`,
  COMMENT: (count) => `left you ${count} comments`,
  REPLY: (count) => `replied to you ${count} times`,
  MENTION: (count) => `mentioned you ${count} times`,
  REPOST: (count) => `passed on ${count} of your posts`,
};

/** A notice's sign, and its words. What it is about is told by where it leads. */
export function wordsOf({ type, link, count = 1 }: Pick<Notification, "type" | "link" | "count">): {
  icon: LucideIcon;
  words: string;
} {
  const { icon, words } = NOTICES[type];
  const many = count > 1 && MANY[type];
  if (many) return { icon, words: many(count < MAX_GROUP ? String(count) : `${MAX_GROUP} or more`) };
  return { icon, words: words.endsWith("your") ? `${words} ${link.startsWith("/builds/") ? "build" : "post"}` : words };
}
