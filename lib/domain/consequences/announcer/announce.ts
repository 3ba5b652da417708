import { readResources, resourceOf } from "./resources";
import { beforeCommit, type Context, idFor, inTransaction, read, write } from "@/lib/domain/kernel/context";
import { appendToLog } from "@/lib/domain/consequences/event-log/commands";
import { lockAccount } from "@/lib/domain/kernel/locks";
import { standingSubject, announceableActor } from "@/lib/domain/kernel/visibility";
import { type EndpointFilter, mismatchOf } from "@/lib/domain/consequences/webhooks/filter";
import { draftDelivery, enqueueDeliveries, queuedAt } from "@/lib/domain/consequences/webhooks/delivery/outbox";
import type { WebhookEndpoint } from "@/lib/infra/prisma/client";
import type { IncomingKind } from "@/lib/infra/prisma/enums";
import { DAY_MS } from "@/lib/domain/kernel/durations";
import { literal, NOW, nowPlus, type Sql, sql } from "@/lib/infra/database/sql";
import {
  ACCOUNTS_AT_ONCE,
  ACTS_AT_ONCE,
  CALM_MS,
  ANNOUNCED_BETWEEN_PROGRAMS,
} from "@/lib/domain/consequences/incoming/rules";
import { asksFor } from "@/lib/domain/consequences/events/catalog";
import { incomingEventName, OCCURRENCES } from "@/lib/domain/consequences/events/incoming-events";

/**
 * Announces all due acts, account by account, until none is left or `isStopping`. An account that fails, or whose acts
 * another transaction has locked, does not delay the others: the next call retries it.
 * @throws AggregateError of the failures, after all other accounts
 */
export async function announceDue(ctx: Context, isStopping: () => boolean = () => false): Promise<void> {
  const left = new Set<string>();
  const failures: unknown[] = [];
  for (
    let userIds = await findDue(ctx, []);
    userIds.length > 0 && !isStopping();
    userIds = await findDue(ctx, [...left])
  )
    for (const userId of userIds) {
      if (isStopping()) break;
      const isAnnounced = await announceTo(ctx, userId).catch((error: unknown) => void failures.push(error));
      if (!isAnnounced) left.add(userId);
    }
  if (failures.length > 0) throw new AggregateError(failures, "Acts could not be announced to some accounts");
}

async function findDue(ctx: Context, without: string[]): Promise<string[]> {
  const rows = await read<{ userId: string }>(ctx, "incoming.findDue")`
    SELECT "userId" FROM (
      SELECT "userId", "dueAt" FROM "IncomingAct"
       WHERE "dueAt" <= ${NOW} AND "userId" <> ALL (${without}::text[]) ORDER BY "dueAt"
       LIMIT ${literal(ACCOUNTS_AT_ONCE * ACTS_AT_ONCE)}) due
    GROUP BY "userId" ORDER BY min("dueAt") LIMIT ${literal(ACCOUNTS_AT_ONCE)}`;
  return rows.map(({ userId }) => userId);
}

/** The kinds of acts that an automated account may answer. */
const ANSWERABLE: readonly IncomingKind[] = ["mention", "comment", "quote", "notification"];

interface DueAct {
  kind: IncomingKind;
  actorId: string;
  subjectId: string;
  /** The id of what must still exist: the subject, or the notification about it. */
  aboutId: string;
  data: Record<string, unknown>;
  isActive: boolean;
  handle: string;
  automated: boolean;
  roomCode: string | null;
  /** Whether both accounts are automated. */
  isBetweenPrograms: boolean;
  isAnnounceable: boolean;
}

/**
 * Announces due acts to an account: publishes an event for each, in the account's order of events, with a delivery for
 * each subscribed endpoint. Acts that the account may not see, such as those of somebody it has muted, are recorded in
 * its log for when that ends, and are not delivered.
 * @returns the number of acts
 */
export function announceTo(ctx: Context, userId: string): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    // Locks the account before the acts: following and blocking lock both in this order.
    await lockAccount(tx, userId);
    const due = await lockDue(tx, userId);
    if (due.length === 0) return 0;
    const acts = await withoutExcessiveExchanges(tx, userId, due);
    const events = acts.map((act) => ({
      id: idFor(tx, "evt"),
      name: incomingEventName(act.kind, act.isActive),
      data: dataOf(userId, act),
      actorId: act.actorId === userId ? null : act.actorId,
      subjectId: act.aboutId,
      isAnnounceable: act.isAnnounceable,
    }));
    await Promise.all([appendToLog(tx, userId, events), markAnnounced(tx, userId, acts)]);
    const endpoints = await lockEndpoints(tx, userId);
    const resources = endpoints.some(({ fullPayload }) => fullPayload)
      ? await readResources(
          tx,
          userId,
          events.filter(({ isAnnounceable }) => isAnnounceable),
        )
      : undefined;
    const drafts = endpoints.flatMap((endpoint) =>
      events
        .filter((event) => event.isAnnounceable && wants(endpoint, event))
        .map((event, index) =>
          draftDelivery(
            tx,
            { ...endpoint, endpointId: endpoint.id, sequence: endpoint.sequence + index + 1 },
            { ...event, resource: resources && resourceOf(resources, event.name, event.data) },
          ),
        ),
    );
    if (drafts.length > 0) {
      await moveSequences(tx, drafts);
      await beforeCommit(tx, enqueueDeliveries, drafts);
    }
    return due.length;
  });
}

/** Between two automated accounts, acts beyond the daily limit cause no event or delivery: nothing to answer. */
async function withoutExcessiveExchanges(tx: Context, userId: string, acts: DueAct[]): Promise<DueAct[]> {
  const isAnswerable = (act: DueAct) => act.isBetweenPrograms && act.isActive && ANSWERABLE.includes(act.kind);
  const programs = new Set(acts.filter(isAnswerable).map(({ actorId }) => actorId));
  if (programs.size === 0) return acts;
  const announced = await countAnnouncedToday(tx, userId, [...programs]);
  const isTooMuch = (act: DueAct) => {
    if (!isAnswerable(act)) return false;
    const before = announced.get(act.actorId) ?? 0;
    announced.set(act.actorId, before + 1);
    return before >= ANNOUNCED_BETWEEN_PROGRAMS;
  };
  const forgotten = new Set(acts.filter(isTooMuch));
  if (forgotten.size === 0) return acts;
  await write(tx, "incoming.rest")`DELETE FROM "IncomingAct" act USING ${named(userId, [...forgotten])}`;
  return acts.filter((act) => !forgotten.has(act));
}

async function countAnnouncedToday(tx: Context, userId: string, actorIds: string[]): Promise<Map<string, number>> {
  const rows = await read<{ actorId: string; count: number }>(tx, "incoming.toldToday")`
    SELECT "actorId", count(*)::int AS count FROM "IncomingAct"
    WHERE "userId" = ${userId} AND kind = ANY (${ANSWERABLE}::"IncomingKind"[]) AND "actorId" = ANY (${actorIds}::text[])
      AND "toldAt" >= ${nowPlus(-DAY_MS)} GROUP BY "actorId"`;
  return new Map(rows.map(({ actorId, count }) => [actorId, count]));
}

/** Selects acts by key, for a statement about `act`. */
function named(userId: string, acts: readonly DueAct[]): Sql {
  return sql`unnest(${acts.map(({ kind }) => kind)}::"IncomingKind"[], ${acts.map(({ actorId }) => actorId)}::text[],
                    ${acts.map(({ subjectId }) => subjectId)}::text[]) AS named(kind, "actorId", "subjectId")
       WHERE act."userId" = ${userId} AND act.kind = named.kind AND act."actorId" = named."actorId"
         AND act."subjectId" = named."subjectId"`;
}

function dataOf(userId: string, act: DueAct): Record<string, unknown> {
  const { kind, actorId, handle, automated, data, roomCode } = act;
  if (actorId === userId) return data;
  return { userId: actorId, handle, automated, ...data, ...(kind === "mention" && { roomCode }) };
}

const ABOUT = sql`COALESCE(act.data->>'notificationId', act."subjectId")`;

/** Skips acts that a concurrent process has locked. */
function lockDue(tx: Context, userId: string): Promise<DueAct[]> {
  return read<DueAct>(tx, "incoming.lockDue")`
    SELECT act.kind::text AS kind, act."actorId", act."subjectId", ${ABOUT} AS "aboutId", act.data,
          act.stands AS "isActive", u.handle, u.automated,
          (SELECT r.code FROM "RoomMessage" m JOIN "Room" r ON r.id = m."roomId"
            WHERE m.id = act."subjectId" AND act.kind = 'mention') AS "roomCode",
          u.automated AND (SELECT automated FROM "User" WHERE id = ${userId}) AS "isBetweenPrograms",
          (act."actorId" = act."userId" OR ${announceableActor(userId, sql`act."actorId"`)})
            AND (NOT act.stands OR ${standingSubject(ABOUT)}) AS "isAnnounceable"
     FROM "IncomingAct" act JOIN "User" u ON u.id = act."actorId"
    WHERE act."userId" = ${userId} AND act."dueAt" <= ${NOW}
    ORDER BY act."changedAt", act."actorId", act."subjectId", act.kind LIMIT ${literal(ACTS_AT_ONCE)}
      FOR UPDATE OF act SKIP LOCKED`;
}

interface IncomingEvent {
  id: string;
  name: string;
  data: object;
  /** Null if nobody else caused it. */
  actorId: string | null;
  subjectId: string;
}

/**
 * Counts how often each act was announced to the account, and restarts the count after `CALM_MS`. An act of a kind that
 * cannot be undone is reset after it was announced, so that it is announced again when it recurs, and so that retention
 * deletes it.
 */
async function markAnnounced(tx: Context, userId: string, acts: readonly DueAct[]): Promise<void> {
  await write(tx, "incoming.markTold")`
    UPDATE "IncomingAct" act SET told = act.stands AND NOT act.kind = ANY (${OCCURRENCES}::"IncomingKind"[]),
      stands = act.stands AND NOT act.kind = ANY (${OCCURRENCES}::"IncomingKind"[]), "dueAt" = NULL, "toldAt" = ${NOW},
      "toldCount" = CASE WHEN act."toldAt" < ${nowPlus(-CALM_MS)} THEN 1 ELSE act."toldCount" + 1 END
    FROM ${named(userId, acts)}`;
}

type LockedEndpoint = Pick<WebhookEndpoint, "id" | "events" | "sequence" | "fullPayload"> & {
  filter: EndpointFilter | null;
  lastQueuedAt: Date;
};

/** A suspended account gets no deliveries; its log keeps the events until the suspension ends. */
function lockEndpoints(tx: Context, userId: string): Promise<LockedEndpoint[]> {
  return read<LockedEndpoint>(tx, "incoming.lockEndpoints")`
    SELECT id, events, filter, sequence, ${queuedAt} AS "lastQueuedAt", "fullPayload" FROM "WebhookEndpoint"
    WHERE "userId" = ${userId} AND enabled
      AND EXISTS (SELECT FROM "User" WHERE id = ${userId} AND "suspendedAt" IS NULL)
    ORDER BY id FOR NO KEY UPDATE`;
}

const wants = ({ events, filter }: LockedEndpoint, { name, data }: IncomingEvent) =>
  asksFor(events, name) && mismatchOf(filter, data) === null;

async function moveSequences(tx: Context, drafts: readonly { endpointId: string; sequence: number }[]): Promise<void> {
  const last = new Map(drafts.map(({ endpointId, sequence }) => [endpointId, sequence]));
  await write(tx, "incoming.sequences")`
    UPDATE "WebhookEndpoint" e SET sequence = moved.sequence, "lastQueuedAt" = ${queuedAt}
     FROM unnest(${[...last.keys()]}::text[], ${[...last.values()]}::int[]) AS moved(id, sequence)
    WHERE e.id = moved.id`;
}
