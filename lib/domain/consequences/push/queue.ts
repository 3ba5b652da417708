import { read, retryConflicts, type VisitorContext, write } from "@/lib/domain/kernel/context";
import { shownNotification, visibleTo } from "@/lib/domain/kernel/visibility";
import { notificationsById } from "@/lib/domain/consequences/notifications/queries";
import { KIND_OF } from "@/lib/domain/consequences/notifications/rules";
import type { Notification } from "@/lib/domain/consequences/notifications/schema";
import type { Push, PushSubscription, User } from "@/lib/infra/prisma/client";
import { literal, NOW, nowPlus, type Sql, sql } from "@/lib/infra/database/sql";
import type { PrivatePlace } from "./present";
import { endOfQuiet, FAILING_KEPT_MS, LEASE_MS, MAX_BADGE, MAX_PER_SERVICE, MAX_WAITING } from "./rules";

/** A push that only its holder may send, until `dueAt`. */
export type ClaimedPush = Pick<Push, "sessionId" | "notificationId" | "service" | "attempts" | "dueAt">;

/** A claimed push, and what has to be known to send it. */
export interface ReadyPush extends ClaimedPush, Pick<PushSubscription, "userId" | "target"> {
  notification: Notification;
  hiddenIn: PrivatePlace | null;
  unread: number;
}

interface PushesToClaim {
  limit: number;
  /** How many are being sent to each push service. */
  sending: ReadonlyMap<string, number>;
  /** The service that was served last: those after it come first. */
  after: string;
}

/** Pushes for one browser that one claim drops, so that locks are held briefly. */
const DROPPED_AT_ONCE = 1000;

/** Push services that one claim looks at, of those that something waits for. */
const SERVICES_AT_ONCE = 100;

/**
 * Claims pushes that are due, of each push service no more than it may be sent at once: one that is slow takes its own
 * places and no others. A claim moves the push to the time when it would be sent again if its holder crashed.
 */
export function claimPushes(ctx: VisitorContext, { limit, sending, after }: PushesToClaim): Promise<ClaimedPush[]> {
  return read<ClaimedPush>(ctx, "push.claim")`
    WITH RECURSIVE waiting AS (
      (SELECT service, 1 AS place FROM "Push" WHERE service > ${after} ORDER BY service LIMIT 1)
      UNION ALL
      SELECT next.service, place + 1 FROM waiting, LATERAL (
        SELECT p.service FROM "Push" p WHERE p.service > waiting.service ORDER BY p.service LIMIT 1) next
       WHERE place < ${literal(SERVICES_AT_ONCE)}),
    due AS (
      SELECT oldest.* FROM waiting
        LEFT JOIN unnest(${[...sending.keys()]}::text[], ${[...sending.values()]}::int[]) AS busy(service, count)
          ON busy.service = waiting.service,
        LATERAL (
          SELECT p."sessionId", p."notificationId" FROM "Push" p WHERE p.service = waiting.service AND p."dueAt" <= ${NOW}
           ORDER BY p."dueAt" LIMIT greatest(0, ${literal(MAX_PER_SERVICE)} - COALESCE(busy.count, 0))
             FOR UPDATE SKIP LOCKED) oldest
       LIMIT ${limit})
    UPDATE "Push" p SET "dueAt" = ${nowPlus(LEASE_MS)} FROM due
     WHERE p."sessionId" = due."sessionId" AND p."notificationId" = due."notificationId"
    RETURNING p."sessionId", p."notificationId", p.service, p.attempts, p."dueAt"`;
}

/**
 * Returns which claimed pushes are to be sent now, with their content as their recipients see it now. Those in quiet
 * hours wait for their end; others are dropped: of what was read, taken back or hidden meanwhile, or for browsers that
 * signed out and accounts that are suspended or closed.
 */
export async function prepareClaimed(ctx: VisitorContext, claimed: ClaimedPush[]): Promise<ReadyPush[]> {
  if (claimed.length === 0) return [];
  await dropSuperseded(ctx, claimed);
  const [recipients, notifications] = await Promise.all([
    readRecipients(ctx, claimed),
    notificationsById(
      ctx,
      claimed.map(({ notificationId }) => notificationId),
    ),
  ]);
  const ready: ReadyPush[] = [];
  const quiet: { push: ClaimedPush; until: Date }[] = [];
  const dropped: ClaimedPush[] = [];
  for (const push of claimed) {
    const recipient = recipients.get(nameOf(push));
    const notification = notifications.get(push.notificationId);
    const until = recipient && quietUntil(ctx, recipient);
    if (!recipient || !notification || isMuted(notification, recipient)) dropped.push(push);
    else if (until) quiet.push({ push, until });
    else ready.push({ ...push, ...recipient, notification });
  }
  await Promise.all([drop(ctx, dropped), wait(ctx, quiet)]);
  return ready;
}

/** Drops what waits for the same browsers beyond the newest, claimed ones too. */
async function dropSuperseded(ctx: VisitorContext, claimed: ClaimedPush[]): Promise<void> {
  await write(ctx, "push.dropSuperseded")`
    DELETE FROM "Push" WHERE ctid = ANY (ARRAY(
      SELECT superseded.ctid
        FROM (SELECT DISTINCT unnest(${claimed.map(({ sessionId }) => sessionId)}::text[]) AS "sessionId") s, LATERAL (
          SELECT p.ctid FROM "Push" p WHERE p."sessionId" = s."sessionId" ORDER BY p."notificationId" DESC
          OFFSET ${literal(MAX_WAITING)} LIMIT ${literal(DROPPED_AT_ONCE)} FOR UPDATE SKIP LOCKED) superseded))`;
}

type PushName = Pick<ClaimedPush, "sessionId" | "notificationId">;

type Recipient = Pick<ReadyPush, "userId" | "target" | "hiddenIn" | "unread"> &
  Pick<User, "mutedPushes" | "timeZone" | "quietFrom" | "quietUntil">;

const nameOf = ({ sessionId, notificationId }: PushName) => `${sessionId} ${notificationId}`;

/** Returns the subscriptions of the pushes whose sessions and accounts are open, and which are unread. */
async function readRecipients(ctx: VisitorContext, claimed: ClaimedPush[]): Promise<Map<string, Recipient>> {
  const rows = await read<Recipient & PushName>(ctx, "push.recipients")`
    SELECT s."sessionId", notified.id AS "notificationId", s."userId", s.target,
           CASE WHEN NOT s."showsPrivate" THEN ${PRIVATE_PLACE} END AS "hiddenIn",
           (SELECT count(*)::int FROM (
             SELECT FROM "Notification" n WHERE n."userId" = s."userId" AND n."readAt" IS NULL
                AND ${shownNotification(sql`s."userId"`)} LIMIT ${literal(MAX_BADGE)}) n) AS unread,
           u."mutedPushes", u."timeZone", u."quietFrom", u."quietUntil"
      FROM unnest(${claimed.map(({ sessionId }) => sessionId)}::text[],
                  ${claimed.map(({ notificationId }) => notificationId)}::text[]) AS held("sessionId", "notificationId")
      JOIN "Push" p ON p."sessionId" = held."sessionId" AND p."notificationId" = held."notificationId"
      JOIN "PushSubscription" s ON s."sessionId" = p."sessionId"
      JOIN "Session" session ON session.id = s."sessionId" AND session."expiresAt" > ${ctx.now}
      JOIN "User" u ON u.id = s."userId" AND u."suspendedAt" IS NULL AND u."closedAt" IS NULL
      JOIN "Notification" notified ON notified.id = p."notificationId" AND notified."userId" = s."userId"
     WHERE notified."readAt" IS NULL AND (notified."postId" IS NULL OR EXISTS (
       SELECT FROM "Post" p WHERE p.id = notified."postId" AND ${visibleTo("session", sql`s."userId"`)}))`;
  return new Map(rows.map((row) => [nameOf(row), row]));
}

/** Where the words of a notification are, if not everybody may read them. */
const PRIVATE_PLACE = sql`CASE WHEN notified."roomMessageId" IS NOT NULL THEN 'room'
             WHEN starts_with(notified."subjectId", 'scheduled-post.failed ') THEN 'scheduled'
             WHEN EXISTS (SELECT FROM "Post" p WHERE p.id = notified."postId" AND p.audience <> 'PUBLIC') THEN 'post' END`;

function isMuted({ type }: Notification, { mutedPushes }: Recipient): boolean {
  const kind = KIND_OF[type];
  return kind !== null && mutedPushes.includes(kind);
}

function quietUntil({ now }: VisitorContext, { quietFrom, quietUntil, timeZone }: Recipient): Date | undefined {
  if (quietFrom === null || quietUntil === null) return undefined;
  return endOfQuiet(now, { from: quietFrom, until: quietUntil }, timeZone);
}

/** The condition under which a push is still its holder's. */
const stillHeld = ({ sessionId, notificationId, dueAt }: ClaimedPush) =>
  sql`"sessionId" = ${sessionId} AND "notificationId" = ${notificationId} AND "dueAt" = ${dueAt}`;

/** Deletes pushes that are not to be sent. */
export async function drop(ctx: VisitorContext, pushes: ClaimedPush[]): Promise<void> {
  if (pushes.length === 0) return;
  await write(ctx, "push.drop")`
    DELETE FROM "Push" WHERE ("sessionId", "notificationId") IN (
      SELECT * FROM unnest(${pushes.map(({ sessionId }) => sessionId)}::text[],
                           ${pushes.map(({ notificationId }) => notificationId)}::text[]))`;
}

/** Lets pushes wait until these times. It counts as no attempt. */
export async function wait(ctx: VisitorContext, waiting: { push: ClaimedPush; until: Date }[]): Promise<void> {
  if (waiting.length === 0) return;
  await write(ctx, "push.wait")`
    UPDATE "Push" p SET "dueAt" = waiting.until FROM unnest(
        ${waiting.map(({ push }) => push.sessionId)}::text[], ${waiting.map(({ push }) => push.notificationId)}::text[],
        ${waiting.map(({ until }) => until)}::timestamptz[]) AS waiting("sessionId", "notificationId", until)
     WHERE p."sessionId" = waiting."sessionId" AND p."notificationId" = waiting."notificationId"`;
}

/** Deletes a push that arrived. */
export async function settleSent(ctx: VisitorContext, push: ClaimedPush): Promise<void> {
  const settled = sql`
    WITH working AS (
      UPDATE "PushSubscription" SET "failingSince" = NULL
       WHERE "sessionId" = ${push.sessionId} AND "failingSince" IS NOT NULL)
    DELETE FROM "Push" WHERE ${stillHeld(push)}`;
  await settle(ctx, "sent", settled);
}

/** Lets a push that failed be sent again later. */
export async function settleFailed(ctx: VisitorContext, push: ClaimedPush, waitMs: number): Promise<void> {
  const later = sql`
    UPDATE "Push" SET attempts = ${push.attempts + 1}, "dueAt" = ${nowPlus(waitMs)} WHERE ${stillHeld(push)}`;
  await settle(ctx, "failed", later);
}

/** Gives up on a push, and on its subscription if nothing has arrived for long. */
export async function settleExhausted(ctx: VisitorContext, push: ReadyPush): Promise<void> {
  const { sessionId, target } = push;
  const givenUp = sql`
    WITH failing AS (
      UPDATE "PushSubscription" SET "failingSince" = COALESCE("failingSince", ${NOW})
       WHERE "sessionId" = ${sessionId} AND target = ${target}
         AND COALESCE("failingSince", ${NOW}) > ${nowPlus(-FAILING_KEPT_MS)}),
    failed AS (
      DELETE FROM "PushSubscription" WHERE "sessionId" = ${sessionId} AND target = ${target}
         AND "failingSince" <= ${nowPlus(-FAILING_KEPT_MS)})
    DELETE FROM "Push" WHERE ${stillHeld(push)}`;
  await settle(ctx, "exhausted", givenUp);
}

/** Ends the subscription of a browser that its push service no longer knows, unless the browser subscribed again. */
export async function settleGone(ctx: VisitorContext, push: ReadyPush): Promise<void> {
  const ended = sql`
    WITH gone AS (
      DELETE FROM "PushSubscription" WHERE "sessionId" = ${push.sessionId} AND target = ${push.target})
    DELETE FROM "Push" WHERE ${stillHeld(push)}`;
  await settle(ctx, "gone", ended);
}

const settle = (ctx: VisitorContext, outcome: string, statement: Sql) =>
  retryConflicts(() => write(ctx, `push.${outcome}`)`${statement}`);
