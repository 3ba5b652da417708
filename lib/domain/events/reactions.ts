import type { Context } from "@/lib/domain/context";
import { notify, retract } from "@/lib/domain/notifications/commands";
import { reward } from "@/lib/domain/progression/commands";
import { XP } from "@/lib/domain/progression/rules";
import type { NotificationType } from "@/lib/infra/prisma/enums";
import type { EventData, EventName } from "./catalog";

/** What reactions need to know of an act beyond the data that the outside is told. */
export interface Facts {
  /** What the act is about: liking the same post again has the same subject, and is not paid again. */
  subjectId: string;
  /** Whom it concerns, and what they are shown of it. */
  notice?: { userIds: string[]; preview: string | null; link: string; type?: NotificationType };
}

export interface Occurrence<E extends EventName> {
  name: E;
  data: EventData<E>;
  facts: Facts;
}

type Reaction<E extends EventName> = (tx: Context, occurrence: Occurrence<E>) => Promise<void>;

const pay = (xp: number, quest?: Parameters<typeof reward>[1]["quest"]) => (tx: Context, { name, facts }: Occurrence<EventName>) =>
  reward(tx, { reason: name, subjectId: facts.subjectId, xp, quest });

const tell = (type: NotificationType) => async (tx: Context, { facts }: Occurrence<EventName>) => {
  if (facts.notice) await notify(tx, { type, subjectId: facts.subjectId, ...facts.notice });
};

const untell = (type: NotificationType) => (tx: Context, { facts }: Occurrence<EventName>) => retract(tx, type, facts.subjectId);

/** What each event causes, in the transaction of the act, whichever door it came through. */
export const REACTIONS: { [E in EventName]: Reaction<E>[] } = {
  "post.created": [pay(XP.post, "post")],
  "post.deleted": [],
  "follow.created": [pay(XP.follow, "follow"), tell("FOLLOW")],
  "follow.deleted": [untell("FOLLOW")],
  "like.created": [pay(XP.like, "like"), tell("LIKE")],
  "like.deleted": [untell("LIKE")],
  "comment.created": [pay(XP.comment, "comment"), tell("COMMENT")],
  "bookmark.created": [],
  "repost.created": [tell("REPOST")],
  "repost.deleted": [untell("REPOST")],
  "user.mentioned": [tell("MENTION")],
  "drop.played": [pay(0, "play")],
};
