import type { Context } from "@/lib/domain/context";
import { notify, retract } from "@/lib/domain/notifications/commands";
import { reward, takeBack } from "@/lib/domain/progression/commands";
import type { PaidAct, QuestKey } from "@/lib/domain/progression/rules";
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

const pay =
  (act: QuestKey) =>
  (tx: Context, { name, facts }: Occurrence<EventName>) =>
    reward(tx, { reason: name, subjectId: facts.subjectId, act });

const unpay =
  (act: PaidAct, reason: EventName) =>
  (tx: Context, { facts }: Occurrence<EventName>) =>
    takeBack(tx, { reason, subjectId: facts.subjectId, act });

const tell =
  (type: NotificationType) =>
  async (tx: Context, { facts }: Occurrence<EventName>) => {
    if (facts.notice) await notify(tx, { type, subjectId: facts.subjectId, ...facts.notice });
  };

const untell =
  (type: NotificationType) =>
  (tx: Context, { facts }: Occurrence<EventName>) =>
    retract(tx, type, facts.subjectId);

/** What each event causes, in the transaction of the act, whichever door it came through. */
export const REACTIONS: { [E in EventName]: Reaction<E>[] } = {
  "post.created": [pay("post")],
  "post.deleted": [unpay("post", "post.created")],
  "follow.created": [pay("follow"), tell("FOLLOW")],
  "follow.deleted": [unpay("follow", "follow.created"), untell("FOLLOW")],
  "like.created": [pay("like"), tell("LIKE")],
  "like.deleted": [unpay("like", "like.created"), untell("LIKE")],
  "comment.created": [pay("comment"), tell("COMMENT")],
  "bookmark.created": [],
  "repost.created": [tell("REPOST")],
  "repost.deleted": [untell("REPOST")],
  "user.mentioned": [tell("MENTION")],
  "drop.played": [pay("play")],
};
