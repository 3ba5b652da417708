import type { IconName } from "@/components/ui/icon-names";
import { MAX_GROUP } from "@/lib/domain/notifications/rules";
import type { Notification } from "@/lib/domain/notifications/schema";

type Type = Notification["type"];

/** The label of each type, after the actors' names; `your` is followed by the subject. */
const LABELS: Record<Type, { icon: IconName; text: string }> = {
  FOLLOW: { icon: "user-plus", text: "followed you" },
  LIKE: { icon: "heart", text: "liked your" },
  COMMENT: { icon: "message-circle", text: "commented on your" },
  REPLY: { icon: "reply", text: "replied to you" },
  MENTION: { icon: "at-sign", text: "mentioned you" },
  REPOST: { icon: "repeat-2", text: "reposted your" },
  DUEL_CHALLENGED: { icon: "swords", text: "challenged you to a duel" },
  DUEL_FINISHED: { icon: "swords", text: "finished a duel with you" },
  SYSTEM: { icon: "bell", text: "" },
};

/** Types of which a notification never counts several actions of a person. */
type Single = "FOLLOW" | "SYSTEM";

/** The label where one notification counts several actions of a person. */
const MANY: Record<Exclude<Type, Single>, (count: string) => string> & { [type in Single]?: undefined } = {
  LIKE: (count) => `gave you ${count} likes`,
  COMMENT: (count) => `left you ${count} comments`,
  REPLY: (count) => `replied to you ${count} times`,
  MENTION: (count) => `mentioned you ${count} times`,
  DUEL_CHALLENGED: (count) => `challenged you to ${count} duels`,
  DUEL_FINISHED: (count) => `finished ${count} duels with you`,
  REPOST: (count) => `reposted ${count} of your posts`,
};

/** For a type from a newer release, while this one is still running or open in a tab. */
const UNKNOWN = { icon: "bell", text: "" };

/** A notification's icon and label. Its link determines the kind of subject. */
export function notificationLabel({ type, link, count = 1 }: Pick<Notification, "type" | "link" | "count">): {
  icon: IconName;
  text: string;
} {
  const { icon, text } = LABELS[type] ?? UNKNOWN;
  const many = count > 1 && MANY[type];
  if (many) return { icon, text: many(count < MAX_GROUP ? String(count) : `${MAX_GROUP} or more`) };
  return { icon, text: text.endsWith("your") ? `${text} ${link.startsWith("/builds/") ? "build" : "post"}` : text };
}
