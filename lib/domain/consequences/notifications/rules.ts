import { DAY_MS } from "@/lib/domain/kernel/durations";
import type { NotificationType } from "@/lib/infra/prisma/enums";

/** Code points of a preview (docs/contract.md#notifications). */
export const MAX_PREVIEW = 280;

/**
 * Our choice: unread ones of one type by one person that are shown separately. Further ones fold into the newest, so
 * that nobody can fill somebody else's list.
 */
export const MAX_UNFOLDED = 3;
export const FOLD_WITHIN_MS = DAY_MS;
/** Our choice: a folded group, shown as one, keeps this many of its newest. Older ones are deleted and not counted. */
export const MAX_GROUP = 100;
/** Our choice: how many of its group a notification names beside itself, the newest. */
export const MAX_MERGED = 20;
/** How many one request can mark as read by id, several pages of the list; for more, use `all`. */
export const MAX_READ_AT_ONCE = 200;

/**
 * Our choice: milliseconds between the pushes of one act, so that one that notifies thousands leaves the others of a
 * push service their turn.
 */
export const PUSH_PACE_MS = 5;

/** What people can turn off, each by itself. */
export const NOTIFICATION_KINDS = ["likes", "reposts", "quotes", "follows", "comments", "mentions", "duels"] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** The kind of each type; null for what nobody can turn off. */
export const KIND_OF: Record<NotificationType, NotificationKind | null> = {
  LIKE: "likes",
  REPOST: "reposts",
  QUOTE: "quotes",
  FOLLOW: "follows",
  COMMENT: "comments",
  REPLY: "comments",
  MENTION: "mentions",
  DUEL_CHALLENGED: "duels",
  DUEL_FINISHED: "duels",
  SYSTEM: null,
};

/** Types that are addressed to their recipient. The index `Notification_mentions` has exactly these. */
export const MENTIONS = ["MENTION", "REPLY", "QUOTE"] as const satisfies readonly NotificationType[];
