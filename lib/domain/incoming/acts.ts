import { type Context, read, type VisitorContext, write } from "@/lib/domain/context";
import { waysToAsk } from "@/lib/domain/events/incoming-events";
import type { IncomingKind } from "@/lib/infra/prisma/enums";
import { NOW, REAL_NOW } from "@/lib/infra/database/clock";
import { literal, type Sql, sql } from "@/lib/infra/database/sql";
import { dispatchIncoming } from "./dispatch";
import { LONGEST_WAIT_MS, TOLD_AT_ONCE } from "./rules";

// An act notes in its own transaction how things stand between its actor and whom it concerns, in a row that no other
// actor writes. What that means for events, in which order and for which endpoints, is decided afterwards
// (lib/domain/announcer/announce.ts): an act waits neither for the account that it concerns nor for that account's
// endpoints.

interface Act {
  kind: IncomingKind;
  /** Whom it concerns. */
  userIds: string[];
  subjectId: string;
  /** The ids that the event names. */
  data: object;
}

/** When an account is told of a change to the row `act`: the later, the more often it was told of it before. */
const NEXT_TELLING = sql`GREATEST(${NOW}, act."toldAt" + CASE
    WHEN act."toldCount" < ${literal(TOLD_AT_ONCE)} THEN interval '0'
    ELSE LEAST(interval '1 second' * 2 ^ LEAST(act."toldCount" - ${literal(TOLD_AT_ONCE)}, 20),
               interval '1 millisecond' * ${literal(LONGEST_WAIT_MS)}) END)`;

interface Noting extends Pick<Act, "kind" | "subjectId"> {
  actorId: string;
  /** A row `who` for each account that it concerns, with its `id`. */
  from: Sql;
  /** What the event names: JSON that may be made of the columns of `who`. */
  data: Sql;
  now: Date;
}

/** The statement that notes something for those whom it concerns and who ask for it. It returns their ids. */
export function noting({ kind, actorId, subjectId, from, data, now }: Noting): Sql {
  return sql`INSERT INTO "IncomingAct" AS act ("userId", kind, "actorId", "subjectId", data, stands, "dueAt", "changedAt")
      SELECT who.id, ${kind}::"IncomingKind", ${actorId}, ${subjectId}, ${data}, true, ${NOW}, ${now}::timestamptz
        FROM ${from}
       WHERE EXISTS (SELECT FROM "WebhookEndpoint" e
           WHERE e."userId" = who.id AND e.enabled AND e.events && ${waysToAsk(kind)}::text[])
          OR EXISTS (SELECT FROM "LogSubscription" s
           WHERE s."userId" = who.id AND s.event = ANY (${waysToAsk(kind)}::text[]) AND s."expiresAt" > ${REAL_NOW})
      ON CONFLICT ("userId", kind, "actorId", "subjectId") DO UPDATE
        SET stands = true, data = excluded.data, "changedAt" = excluded."changedAt",
            "dueAt" = CASE WHEN NOT act.told THEN ${NEXT_TELLING} END
      RETURNING "userId"`;
}

/** Notes an act for the others whom it concerns and who asked to be told of such acts. */
export async function noteIncoming(tx: Context, { kind, userIds, subjectId, data }: Act): Promise<void> {
  // One statement may not write a row twice.
  const others = [...new Set(userIds)].filter((id) => id !== tx.actor.id);
  if (others.length > 0) await note(tx, { kind, subjectId, data }, others);
}

/** Notes what happened to the actor, if they asked to be told. */
export function noteOwn(tx: Context, own: Omit<Act, "userIds">): Promise<void> {
  return note(tx, own, [tx.actor.id]);
}

async function note(tx: Context, { data, ...about }: Omit<Act, "userIds">, userIds: string[]): Promise<void> {
  const statement = noting({
    ...about,
    actorId: tx.actor.id,
    from: sql`unnest(${userIds}::text[]) AS who(id)`,
    data: sql`${JSON.stringify(data)}::jsonb`,
    now: tx.now,
  });
  dispatchNoted(tx, await read<{ userId: string }>(tx, "incoming.note")`${statement}`);
}

/** Has those for whom something was noted told of it after the commit. */
export function dispatchNoted(tx: VisitorContext, noted: readonly { userId: string }[]): void {
  if (noted.length > 0) tx.afterCommit(() => dispatchIncoming(noted.map(({ userId }) => userId)));
}

interface Undone {
  kind: IncomingKind;
  subjectId: string;
  /** Whose act; if omitted, anybody's. */
  actorId?: string;
  /** Whom it no longer concerns; if omitted, nobody. */
  userIds?: string[];
}

/** Notes that an act no longer stands. */
export async function noteUndone(tx: VisitorContext, { kind, subjectId, actorId, userIds }: Undone): Promise<void> {
  const undone = await read<{ userId: string }>(tx, "incoming.undone")`
    ${undo(tx.now)} WHERE act."subjectId" = ${subjectId} AND act.kind = ${kind}::"IncomingKind" AND act.stands
    AND (${actorId ?? null}::text IS NULL OR act."actorId" = ${actorId ?? null})
    AND (${userIds ?? null}::text[] IS NULL OR act."userId" = ANY (${userIds ?? null}::text[]))
    RETURNING act."userId"`;
  dispatchNoted(tx, undone);
}

/** Notes that an account no longer follows anybody. */
export async function noteFollowsUndone(tx: VisitorContext, actorId: string): Promise<void> {
  await write(tx, "incoming.followsUndone")`
    ${undo(tx.now)} WHERE act."actorId" = ${actorId} AND act.kind = 'follow' AND act.stands`;
}

/** Notes whom an account that was opened again follows, among those who were told of it. */
export async function noteFollowsRestored(tx: Context): Promise<void> {
  await write(tx, "incoming.followsRestored")`
    UPDATE "IncomingAct" act SET stands = true, "changedAt" = ${tx.now}::timestamptz,
       "dueAt" = CASE WHEN NOT act.told THEN ${NEXT_TELLING} END
     FROM "Follow" f
    WHERE act."actorId" = ${tx.actor.id} AND act.kind = 'follow' AND NOT act.stands
      AND f."followerId" = act."actorId" AND f."followeeId" = act."subjectId"`;
}

const undo = (now: Date) => sql`UPDATE "IncomingAct" act SET stands = false, "changedAt" = ${now}::timestamptz,
        "dueAt" = CASE WHEN act.told THEN ${NEXT_TELLING} END`;
