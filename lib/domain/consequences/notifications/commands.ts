import { beforeCommit, type Context, idFor, read, type VisitorContext, write } from "@/lib/domain/kernel/context";
import { publishAll } from "@/lib/domain/consequences/live/events";
import { userTopic } from "@/lib/domain/consequences/live/topics";
import { dispatchRecorded, insertActs } from "@/lib/domain/consequences/incoming/acts";
import { lockAccount } from "@/lib/domain/kernel/locks";
import { PLATFORM_USER_ID } from "@/lib/domain/accounts/users/rules";
import type { NotificationType } from "@/lib/infra/prisma/enums";
import { foldFlood, retractWhere } from "./folding";
import { type Inserted, quotesActor, withoutMuted } from "./muted-words";
import { KIND_OF, MAX_PREVIEW, type NotificationKind } from "./rules";
import { NO_PHRASES, phrasesColumn } from "@/lib/domain/people/screening/recipients";
import { dispatchPushes, queueingPushes } from "./pushes";
import { retracting } from "./retracted";
import { none, type Sql, sql } from "@/lib/infra/database/sql";

export interface NotificationDraft {
  /**
   * The recipients. The act must bound their number, since all notifications are written in its transaction. Reading
   * hides notifications caused by people whom a recipient has blocked or muted; of the platform's own, only those with
   * a blocked `aboutUserId`.
   */
  userIds: string[];
  type: NotificationType;
  /** The recipients whom another type notifies of the same act, more specifically: of that alone, if they get it. */
  otherwise?: { type: NotificationType; userIds: readonly string[] };
  /** A recipient has at most one notification of a type by an actor about a subject: a second one is not inserted. */
  subjectId: string;
  /**
   * The text that the act is about, quoted under the actor's name. For the platform it is a sentence, or the rest of
   * one that begins with the handle of `aboutUserId`. It must consist of our words or the recipient's own, because
   * people trust the platform: an actor's words, such as the name of their room, would allow phishing.
   */
  preview: string | null;
  /** The person that the preview is about: shown as their current handle, followed by the preview. */
  aboutUserId?: string;
  /** A path on this site. */
  link: string;
  /**
   * The post, build or message that the preview quotes. For recipients who may no longer see it, the preview is null.
   * The platform's own notifications keep quoting a build that was taken down, so quote only what may stay. Deleting a
   * post removes the notifications whose `subjectId` is its id.
   */
  postId?: string;
  buildId?: string;
  roomMessageId?: string;
}

/**
 * Notifies people of the actor's act: never of their own acts, and once per act. Locks the actor's account until the
 * transaction ends, so an act that locks other rows, such as a room, must lock the account first.
 */
export async function notify(tx: Context, notification: NotificationDraft): Promise<void> {
  await insert(tx, { ...notification, userIds: notification.userIds.filter((id) => id !== tx.actor.id) }, tx.actor.id);
}

/** Notifies people in the platform's name. Locks no account. */
export async function notifyFromPlatform(
  tx: VisitorContext,
  { type = "SYSTEM", ...notification }: Omit<NotificationDraft, "type"> & Partial<Pick<NotificationDraft, "type">>,
): Promise<void> {
  await insert(tx, { type, ...notification }, PLATFORM_USER_ID);
}

/** Retracts the unread notifications of an act, by default the actor's own. */
export async function retract(
  tx: Context,
  type: NotificationType,
  subjectId: string,
  actorId = tx.actor.id,
): Promise<void> {
  const which = sql`"subjectId" = ${subjectId} AND "actorId" = ${actorId} AND type = ${type}::"NotificationType"`;
  await retractWhere(tx, "retract", sql`"readAt" IS NULL AND ${which}`);
}

export async function retractFrom(
  tx: Context,
  type: NotificationType,
  { subjectId, userIds }: { subjectId: string; userIds: string[] },
): Promise<void> {
  const which = sql`"subjectId" = ${subjectId} AND type = ${type}::"NotificationType"`;
  await retractWhere(tx, "retractFrom", sql`"readAt" IS NULL AND ${which} AND "userId" = ANY (${userIds}::text[])`);
}

/** Retracts all unread notifications about a comment, whoever caused them. */
export async function retractAboutComment(tx: Context, { commentId }: { commentId: string }): Promise<void> {
  await retractWhere(tx, "retractAboutComment", sql`"readAt" IS NULL AND "subjectId" = ${commentId}`);
}

/**
 * Retracts all unread notifications about a post or its comments. Skips rows that a concurrent transaction is deleting,
 * because that transaction waits for the post. Folding takes a weaker lock, so rows being folded are not skipped.
 */
export async function retractAbout(tx: Context, { postId }: { postId: string }): Promise<void> {
  await retractWhere(
    tx,
    "retractAbout",
    sql`id IN (
      SELECT id FROM "Notification"
       WHERE "readAt" IS NULL AND ("subjectId" = ${postId}
           OR "subjectId" IN (SELECT id FROM "Comment" WHERE "postId" = ${postId}))
         FOR KEY SHARE SKIP LOCKED)`,
  );
}

/** Columns from the type to the message, in the order of the INSERT. */
function columnsOf({
  type,
  subjectId,
  preview,
  aboutUserId,
  link,
  postId,
  buildId,
  roomMessageId,
}: NotificationDraft): Sql {
  const shownPreview = preview === null ? null : [...preview].slice(0, MAX_PREVIEW).join("");
  return sql`${type}::"NotificationType", ${subjectId}, ${shownPreview}, ${aboutUserId ?? null}, ${link},
           ${postId ?? null}, ${buildId ?? null}, ${roomMessageId ?? null}`;
}

/** The condition under which a recipient `u` gets the kind, and no more specific one of the same act. */
function isWanted({ type, otherwise }: NotificationDraft): Sql {
  const { userIds = [], type: otherType = null } = otherwise ?? {};
  const isMuted = (kind: NotificationKind | null) => sql`${kind}::text = ANY (u."mutedNotifications")`;
  return sql`(${isMuted(KIND_OF[type])}) IS NOT TRUE
    AND (u.id <> ALL (${userIds}::text[]) OR ${isMuted(otherType && KIND_OF[otherType])})`;
}

/**
 * Locks the actor, inserts the notifications, and folds them if the actor floods their recipients: one round trip. The
 * statement varies in two ways, which its name tells: a quote reads the recipients' muted words with it, and one of a
 * limited account goes to followers only.
 */
async function insert(tx: VisitorContext, notification: NotificationDraft, actorId: string): Promise<void> {
  const { userIds, type, preview, postId } = notification;
  if (userIds.length === 0) return;
  const ids = userIds.map(() => idFor(tx, "ntf"));
  const isQuote = quotesActor(type) && preview !== null;
  // Only followers may see the content of a limited account.
  const isForFollowers = quotesActor(type) && postId !== undefined && Boolean(tx.actor?.limited);
  const isFollower = sql`AND EXISTS (SELECT 1 FROM "Follow" f
      WHERE f."followerId" = new."userId" AND f."followeeId" = ${actorId})`;
  const name = `notifications.insert.${isQuote ? "quote" : "plain"}${isForFollowers ? ".limited" : ""}` as const;
  const insertion = sql`
    WITH inserted AS (
    INSERT INTO "Notification" (id, "userId", "actorId", type, "subjectId", preview, "aboutUserId", link, "postId",
                                "buildId", "roomMessageId", "createdAt")
    SELECT new.id, new."userId", ${actorId}, ${columnsOf(notification)}, ${tx.now}
      FROM unnest(${ids}::text[], ${userIds}::text[]) AS new(id, "userId") JOIN "User" u ON u.id = new."userId"
     WHERE ${isWanted(notification)} AND NOT EXISTS (SELECT 1 FROM "MutedConversation" m
         WHERE m."userId" = new."userId" AND m."postId" = ${postId ?? null}) ${isForFollowers ? isFollower : none}
    ON CONFLICT DO NOTHING RETURNING id, "userId", ${isQuote ? phrasesColumn(tx) : NO_PHRASES}),
    recorded AS (${insertActs({
      kind: "notification",
      actorId,
      subjectId: `${type} ${notification.subjectId}`,
      from: sql`(SELECT "userId" AS id, id AS "notificationId" FROM inserted) AS who`,
      data: sql`jsonb_build_object('notificationId', who."notificationId", 'type', ${type}::text)`,
      now: tx.now,
    })}),
    ${queueingPushes(type)}
    SELECT inserted.*, inserted."userId" IN (SELECT "userId" FROM recorded) AS "isRecorded",
           inserted.id IN (SELECT "notificationId" FROM pushed) AS "isPushed" FROM inserted`;
  const isFolded = actorId !== PLATFORM_USER_ID;
  const [, all] = await Promise.all([
    // Of two concurrent acts by one person, the second sees the notifications of the first.
    isFolded ? lockAccount(tx, actorId) : undefined,
    read<Inserted>(tx, name)`${insertion}`,
    isFolded ? foldFlood(tx, { actorId, type, ids }) : undefined,
  ]);
  dispatchRecorded(
    tx,
    all.filter(({ isRecorded }) => isRecorded),
  );
  dispatchPushes(tx, all);
  const inserted = isQuote ? await withoutMuted(tx, all, preview) : all;
  // The content is read when it is sent (live.ts).
  const events = inserted.map(({ id, userId }) => ({
    topic: userTopic(userId),
    event: "notification" as const,
    data: { id },
  }));
  if (events.length > 0) await beforeCommit(tx, publishAll, events);
}

/** Retracts the actor's notifications, read ones as well, and those of others that the account caused. */
export async function retractOwnNotifications(tx: Context): Promise<void> {
  const { id } = tx.actor;
  await write(tx, "notifications.retractOwn")`
    WITH ${retracting(tx, sql`"userId" = ${id} OR "actorId" = ${id}`)} SELECT FROM retracted`;
}
