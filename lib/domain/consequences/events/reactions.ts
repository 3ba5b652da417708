import type { Context } from "@/lib/domain/kernel/context";
import { recordDrop } from "@/lib/domain/play/leaderboards/commands";
import { type LetterDraft, queueLetters } from "@/lib/domain/accounts/mail/outbox";
import {
  type NotificationDraft,
  notify,
  notifyFromPlatform,
  retract,
  retractAbout,
  retractAboutComment,
  retractFrom,
} from "@/lib/domain/consequences/notifications/commands";
import { reward, revokeReward } from "@/lib/domain/play/progression/commands";
import type { PaidAct, QuestKey } from "@/lib/domain/play/progression/rules";
import { recordIncoming, recordOwn, recordUndone } from "@/lib/domain/consequences/incoming/acts";
import type { IncomingKind, NotificationType } from "@/lib/infra/prisma/enums";
import type { EventData, EventName } from "./catalog";

/** What reactions need to know about an act beyond the event's data. */
export interface EventContext {
  /**
   * Identifies what the act is about. The same event about the same subject rewards its actor once, and notifies each
   * recipient once per actor; the event that undoes it finds both by the subject. It is an id, or several parts joined
   * by spaces: with `tx.now.toISOString()` each act notifies, with `utcDay(tx.now).toISOString()` one a day. The
   * platform is a single actor: if `notifyFromPlatformOf` notifies others, include the actor's id, so that each act
   * does. Notifications from the platform are never retracted, so an act that can be undone must notify in the actor's
   * name.
   */
  subjectId: string;
  /** Whom to notify, and of what. Type and subject are the event's own unless a notification overrides them. */
  notifications?: (Omit<NotificationDraft, "type" | "subjectId"> &
    Partial<Pick<NotificationDraft, "type" | "subjectId">>)[];
  /** Recipients whom another event of the same act notifies more specifically. */
  notifiedOtherwise?: NotificationDraft["otherwise"];
  /** False for an act on something of one's own that would finish a quest by itself. */
  advancesQuest?: boolean;
  /** Reads the resource that the event is about, in the act's transaction. Called only for endpoints that want it. */
  readResource?: () => Promise<object | null>;
  letters?: LetterDraft[];
}

interface Occurrence<E extends EventName> {
  name: E;
  data: EventData<E>;
  context: EventContext;
}

type Reaction<E extends EventName> = (tx: Context, occurrence: Occurrence<E>) => Promise<void>;

const pay =
  (act: QuestKey) =>
  (tx: Context, { name, context }: Occurrence<EventName>) =>
    reward(tx, { reason: name, subjectId: context.subjectId, act, advancesQuest: context.advancesQuest ?? true });

const unpay =
  (act: PaidAct, reason: EventName) =>
  (tx: Context, { context }: Occurrence<EventName>) =>
    revokeReward(tx, { reason, subjectId: context.subjectId, act });

const notifyOf =
  (type: NotificationType) =>
  async (tx: Context, { context: { subjectId, notifications = [], notifiedOtherwise } }: Occurrence<EventName>) => {
    await Promise.all(
      notifications.map((notification) =>
        notify(tx, { type, subjectId, otherwise: notifiedOtherwise, ...notification }),
      ),
    );
  };

/** Most notifications from the platform have one type: the event's name keeps two events about one subject apart. */
const notifyFromPlatformOf = async (tx: Context, { name, context }: Occurrence<EventName>) => {
  const subjectId = `${name} ${context.subjectId}`;
  await Promise.all(
    (context.notifications ?? []).map((notification) => notifyFromPlatform(tx, { subjectId, ...notification })),
  );
};

const mail = async (tx: Context, { context: { letters = [] } }: Occurrence<EventName>) => {
  await queueLetters(tx, letters);
};

const retractOf =
  (type: NotificationType) =>
  (tx: Context, { context }: Occurrence<EventName>) =>
    retract(tx, type, context.subjectId);

/** Records the act for the recipients of its notifications who subscribe to such events. */
const incoming =
  <E extends EventName>(kind: IncomingKind, dataOf: (occurrence: Occurrence<E>) => object) =>
  (tx: Context, occurrence: Occurrence<E>) => {
    const { subjectId, notifications = [] } = occurrence.context;
    const userIds = notifications.flatMap((notification) => notification.userIds);
    return recordIncoming(tx, { kind, userIds, subjectId, data: dataOf(occurrence) });
  };

const dataOf = ({ data }: { data: object }) => data;

/** Records for them that the actor's act was undone. */
const incomingUndone =
  (kind: IncomingKind) =>
  (tx: Context, { context }: Occurrence<EventName>) =>
    recordUndone(tx, { kind, subjectId: context.subjectId, actorId: tx.actor.id });

/** Records for them that the subject is gone, whoever removed it. */
const incomingGone =
  (kind: IncomingKind) =>
  (tx: Context, { context }: Occurrence<EventName>) =>
    recordUndone(tx, { kind, subjectId: context.subjectId });

function mentionIds({ context: { subjectId, notifications = [] } }: Occurrence<EventName>) {
  const is = (prefix: string) => (subjectId.startsWith(prefix) ? subjectId : null);
  return { postId: notifications[0]?.postId ?? null, commentId: is("cmt_"), messageId: is("rmsg_") };
}

/**
 * The reactions to each event, in the transaction of the act, whichever channel it came through. Reactions send their
 * statements at once, in this order.
 */
export const REACTIONS: { [E in EventName]: Reaction<E>[] } = {
  "post.created": [pay("post")],
  "post.updated": [],
  "post.deleted": [
    unpay("post", "post.created"),
    (tx, { data }) => retractAbout(tx, data),
    incomingGone("mention"),
    incomingGone("quote"),
  ],
  "post.quoted": [notifyOf("QUOTE"), incoming("quote", dataOf)],
  "scheduled-post.failed": [notifyFromPlatformOf],
  "quote.withdrawn": [
    (tx, { context: { subjectId } }) => retractFrom(tx, "QUOTE", { userIds: [tx.actor.id], subjectId }),
    incomingGone("quote"),
  ],
  "follow.created": [pay("follow"), notifyOf("FOLLOW"), incoming("follow", () => ({}))],
  "follow.deleted": [unpay("follow", "follow.created"), retractOf("FOLLOW"), incomingUndone("follow")],
  "like.created": [pay("like"), notifyOf("LIKE"), incoming("like", dataOf)],
  "like.deleted": [unpay("like", "like.created"), retractOf("LIKE"), incomingUndone("like")],
  "comment.created": [pay("comment"), notifyOf("COMMENT"), incoming("comment", dataOf)],
  "comment.updated": [],
  "comment.deleted": [
    unpay("comment", "comment.created"),
    (tx, { data }) => retractAboutComment(tx, data),
    incomingGone("comment"),
    incomingGone("mention"),
  ],
  "bookmark.created": [],
  "repost.created": [notifyOf("REPOST"), incoming("repost", dataOf)],
  "repost.deleted": [retractOf("REPOST"), incomingUndone("repost")],
  "user.mentioned": [notifyOf("MENTION"), incoming("mention", mentionIds)],
  "user.unmentioned": [
    (tx, { data: { userIds }, context: { subjectId } }) => retractFrom(tx, "MENTION", { userIds, subjectId }),
    (tx, { data: { userIds }, context: { subjectId } }) => recordUndone(tx, { kind: "mention", userIds, subjectId }),
  ],
  "duel.challenged": [notifyOf("DUEL_CHALLENGED")],
  "duel.finished": [notifyOf("DUEL_FINISHED")],
  "drop.played": [
    (tx, { data }) => recordDrop(tx, data),
    pay("play"),
    (tx, { data }) => recordOwn(tx, { kind: "bet", subjectId: data.dropId, data }),
  ],
  "build.liked": [notifyOf("LIKE")],
  "build.unliked": [retractOf("LIKE")],
  "build.commented": [notifyOf("COMMENT")],
  "password.forgotten": [mail],
  "password.reset": [notifyFromPlatformOf, mail],
  "person.blocked": [],
  "person.unblocked": [],
  "person.muted": [],
  "person.unmuted": [],
  "account.created": [mail],
  "sign-up.refused": [mail],
  "email.confirmation_requested": [mail],
  "email.confirmed": [],
  "email.changed": [notifyFromPlatformOf, mail],
  "email.restored": [notifyFromPlatformOf, mail],
  "factor.added": [notifyFromPlatformOf, mail],
  "factor.removed": [notifyFromPlatformOf, mail],
  "factors.reset": [notifyFromPlatformOf, mail],
  "recovery-codes.renewed": [notifyFromPlatformOf, mail],
  "recovery-code.used": [notifyFromPlatformOf, mail],
  "provider.linked": [notifyFromPlatformOf, mail],
  "provider.unlinked": [notifyFromPlatformOf, mail],
  "report.filed": [],
  "report.decided": [notifyFromPlatformOf, mail],
  "appeal.filed": [],
  "appeal.decided": [notifyFromPlatformOf, mail],
  "tag.followed": [],
  "tag.unfollowed": [],
  "word.muted": [],
  "word.unmuted": [],
  "sign-in.new_device": [notifyFromPlatformOf, mail],
  "key.expiring": [notifyFromPlatformOf, mail],
  "app.allowed": [notifyFromPlatformOf, mail],
  "app.stopped": [notifyFromPlatformOf, mail],
  "app.blocked": [notifyFromPlatformOf],
  "app.unblocked": [notifyFromPlatformOf],
  "account.closed": [mail],
  "account.reopened": [notifyFromPlatformOf],
  "role.changed": [notifyFromPlatformOf, mail],
  "tier.changed": [notifyFromPlatformOf],
  "build.bought": [notifyFromPlatformOf, incoming("sale", dataOf)],
};
