import { isToldByPlatform, phraseOf } from "@/lib/domain/consequences/notifications/phrases";
import type { Notification } from "@/lib/domain/consequences/notifications/schema";
import { MAX_TITLE } from "./rules";

/** What the service worker of a browser is told of a notification (lib/client/service-worker/push.ts). */
export interface PushMessage {
  id: string;
  title: string;
  body: string;
  /** A path on this site. */
  url: string;
  /** A message replaces the one with the same tag. */
  tag: string;
  /** How many notifications are unread. */
  badge: number;
}

/** Where the words of a notification are that not everybody may read. */
export type PrivatePlace = "room" | "post" | "scheduled";

/** Shown in place of private words. */
const WITHOUT_WORDS: Record<PrivatePlace, string> = {
  room: "In a room",
  post: "On a post that isn’t public",
  scheduled: "A scheduled post couldn’t go out.",
};

/** Types of which one about the same subject says enough: the newest replaces the others. */
const COLLAPSING: readonly Notification["type"][] = ["LIKE", "REPOST", "FOLLOW"];

export interface Pushed {
  siteName: string;
  /** Null if its words may be shown to whoever sees the browser. */
  hiddenIn: PrivatePlace | null;
  unread: number;
}

export function presentPush(notification: Notification, { siteName, hiddenIn, unread }: Pushed): PushMessage {
  const { id, type, actor, preview, link } = notification;
  const title = isToldByPlatform(notification) ? siteName : `${actor.name} ${phraseOf(notification)}`;
  return {
    id,
    title: [...title].slice(0, MAX_TITLE).join(""),
    body: hiddenIn ? WITHOUT_WORDS[hiddenIn] : (preview ?? ""),
    url: link,
    tag: COLLAPSING.includes(type) ? `${type} ${type === "FOLLOW" ? "" : link}`.trim() : id,
    badge: unread,
  };
}
