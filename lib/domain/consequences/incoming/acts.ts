import { type Context, read, type VisitorContext, write } from "@/lib/domain/kernel/context";
import { dispatch } from "@/lib/domain/kernel/dispatch";
import { waysToAsk } from "@/lib/domain/consequences/events/incoming-events";
import { literal, NOW, REAL_NOW, type Sql, sql } from "@/lib/infra/database/sql";
import type { IncomingKind } from "@/lib/infra/prisma/enums";
import { LONGEST_WAIT_MS, IMMEDIATE_ANNOUNCEMENTS } from "./rules";

// An act records its current state for each account that it concerns, in its own transaction, in a row that no other
// actor writes. The announcer (`announcer/announce.ts`) later decides which events follow, in which order and for which
// endpoints: an act never waits for the accounts that it concerns, nor for their endpoints.

interface Act {
  kind: IncomingKind;
  userIds: string[];
  subjectId: string;
  /** The ids in the event's data. */
  data: object;
}

/** When a change to the row `act` is announced: the more often the act was announced before, the later. */
const NEXT_ANNOUNCEMENT = sql`GREATEST(${NOW}, act."toldAt" + CASE
    WHEN act."toldCount" < ${literal(IMMEDIATE_ANNOUNCEMENTS)} THEN interval '0'
    ELSE LEAST(interval '1 second' * 2 ^ LEAST(act."toldCount" - ${literal(IMMEDIATE_ANNOUNCEMENTS)}, 20),
               interval '1 millisecond' * ${literal(LONGEST_WAIT_MS)}) END)`;

interface InsertedActs extends Pick<Act, "kind" | "subjectId"> {
  actorId: string;
  /** A row `who`, with an `id`, for each account that the act concerns. */
  from: Sql;
  /** The event's data, as JSON that may use the columns of `who`. */
  data: Sql;
  now: Date;
}

/**
 * Records the act for the accounts that it concerns and that subscribe to it; returns their ids. Disabled endpoints
 * subscribe as well: the log is where their receivers catch up.
 */
export function insertActs({ kind, actorId, subjectId, from, data, now }: InsertedActs): Sql {
  return sql`INSERT INTO "IncomingAct" AS act ("userId", kind, "actorId", "subjectId", data, stands, "dueAt", "changedAt")
      SELECT who.id, ${kind}::"IncomingKind", ${actorId}, ${subjectId}, ${data}, true, ${NOW}, ${now}::timestamptz
        FROM ${from}
       WHERE EXISTS (SELECT FROM "WebhookEndpoint" e
           WHERE e."userId" = who.id AND e.events && ${waysToAsk(kind)}::text[])
          OR EXISTS (SELECT FROM "LogSubscription" s
           WHERE s."userId" = who.id AND s.event = ANY (${waysToAsk(kind)}::text[]) AND s."expiresAt" > ${REAL_NOW})
      ON CONFLICT ("userId", kind, "actorId", "subjectId") DO UPDATE
        SET stands = true, data = excluded.data, "changedAt" = excluded."changedAt",
            "dueAt" = CASE WHEN NOT act.told THEN ${NEXT_ANNOUNCEMENT} END
      RETURNING "userId"`;
}

/** Records an act for the other accounts that it concerns and that subscribe to such acts. */
export async function recordIncoming(tx: Context, { kind, userIds, subjectId, data }: Act): Promise<void> {
  // One statement may not write a row twice.
  const others = [...new Set(userIds)].filter((id) => id !== tx.actor.id);
  if (others.length > 0) await recordAct(tx, { kind, subjectId, data }, others);
}

/** Records what happened to the actor, if they subscribe to it. */
export function recordOwn(tx: Context, own: Omit<Act, "userIds">): Promise<void> {
  return recordAct(tx, own, [tx.actor.id]);
}

async function recordAct(tx: Context, { data, ...about }: Omit<Act, "userIds">, userIds: string[]): Promise<void> {
  const statement = insertActs({
    ...about,
    actorId: tx.actor.id,
    from: sql`unnest(${userIds}::text[]) AS who(id)`,
    data: sql`${JSON.stringify(data)}::jsonb`,
    now: tx.now,
  });
  dispatchRecorded(tx, await read<{ userId: string }>(tx, "incoming.record")`${statement}`);
}

/** Announces recorded acts to these accounts after the commit. */
export function dispatchRecorded(tx: VisitorContext, recorded: readonly { userId: string }[]): void {
  if (recorded.length > 0)
    tx.afterCommit(() =>
      dispatch(
        "incoming",
        recorded.map(({ userId }) => userId),
      ),
    );
}

interface Undone {
  kind: IncomingKind;
  subjectId: string;
  /** The actor; anybody if omitted. */
  actorId?: string;
  /** The accounts that the act no longer concerns; none if omitted. */
  userIds?: string[];
}

export async function recordUndone(tx: VisitorContext, { kind, subjectId, actorId, userIds }: Undone): Promise<void> {
  const undone = await read<{ userId: string }>(tx, "incoming.undone")`
    ${undo(tx.now)} WHERE act."subjectId" = ${subjectId} AND act.kind = ${kind}::"IncomingKind" AND act.stands
    AND (${actorId ?? null}::text IS NULL OR act."actorId" = ${actorId ?? null})
    AND (${userIds ?? null}::text[] IS NULL OR act."userId" = ANY (${userIds ?? null}::text[]))
    RETURNING act."userId"`;
  dispatchRecorded(tx, undone);
}

export async function noteFollowsUndone(tx: VisitorContext, actorId: string): Promise<void> {
  await write(tx, "incoming.followsUndone")`
    ${undo(tx.now)} WHERE act."actorId" = ${actorId} AND act.kind = 'follow' AND act.stands`;
}

/** Records whom a reopened account follows, for those to whom the follow was announced. */
export async function noteFollowsRestored(tx: Context): Promise<void> {
  await write(tx, "incoming.followsRestored")`
    UPDATE "IncomingAct" act SET stands = true, "changedAt" = ${tx.now}::timestamptz,
       "dueAt" = CASE WHEN NOT act.told THEN ${NEXT_ANNOUNCEMENT} END
     FROM "Follow" f
    WHERE act."actorId" = ${tx.actor.id} AND act.kind = 'follow' AND NOT act.stands
      AND f."followerId" = act."actorId" AND f."followeeId" = act."subjectId"`;
}

const undo = (now: Date) => sql`UPDATE "IncomingAct" act SET stands = false, "changedAt" = ${now}::timestamptz,
        "dueAt" = CASE WHEN act.told THEN ${NEXT_ANNOUNCEMENT} END`;

/** Forgets what others did to an account that is closed for good. */
export async function deleteIncomingActs(tx: Context): Promise<void> {
  await write(tx, "incoming.forget")`DELETE FROM "IncomingAct" WHERE "userId" = ${tx.actor.id}`;
}
