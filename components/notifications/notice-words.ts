import { AtSign, Bell, Heart, type LucideIcon, MessageCircle, Repeat2, Reply, UserPlus } from "lucide-react";
import type { Notification } from "@/lib/domain/notifications/schema";

/** How each kind of notice is told, after the names of who caused it. */
export const NOTICES: Record<Notification["type"], { icon: LucideIcon; words: string }> = {
  FOLLOW: { icon: UserPlus, words: "followed you" },
  LIKE: { icon: Heart, words: "liked your post" },
  COMMENT: { icon: MessageCircle, words: "commented on your post" },
  REPLY: { icon: Reply, words: "replied to you" },
  MENTION: { icon: AtSign, words: "mentioned you" },
  REPOST: { icon: Repeat2, words: "passed on your post" },
  SYSTEM: { icon: Bell, words: "" },
};
