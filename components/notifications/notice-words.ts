import { AtSign, Bell, Heart, type LucideIcon, MessageCircle, Repeat2, Reply, UserPlus } from "lucide-react";
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

/** A notice's sign, and its words. What it is about is told by where it leads. */
export function wordsOf({ type, link }: Pick<Notification, "type" | "link">): { icon: LucideIcon; words: string } {
  const { icon, words } = NOTICES[type];
  return { icon, words: words.endsWith("your") ? `${words} ${link.startsWith("/builds/") ? "build" : "post"}` : words };
}
