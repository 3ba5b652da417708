import { type Context, idFor, inTransaction, read, write } from "@/lib/domain/kernel/context";
import { lockAccount } from "@/lib/domain/kernel/locks";
import { asksFor, wildcardOf } from "@/lib/domain/consequences/events/catalog";
import { RECORDED_ON_REQUEST } from "@/lib/domain/consequences/events/incoming-events";
import { literal, REAL_NOW } from "@/lib/infra/database/sql";
import { LOG_INTERRUPTED, LOG_SUBSCRIPTION_MS } from "./rules";

interface LoggedEvent {
  id: string;
  name: string;
  data: object;
  /** Who did it, if it is another account's act. */
  actorId?: string | null;
  subjectId?: string;
  isTest?: boolean;
}

/** Adds events to an account's log, in this order. */
export async function appendToLog(tx: Context, userId: string, events: readonly LoggedEvent[]): Promise<void> {
  // Incrementing a counter on the account's row makes positions follow the order of the commits.
  await write(tx, "events.insert")`
    WITH account AS (
      UPDATE "User" SET "eventPosition" = "eventPosition" + ${events.length}::int WHERE id = ${userId}
      RETURNING "eventPosition" - ${events.length}::int AS before)
    INSERT INTO "Event" (id, position, "userId", name, data, "actorId", "subjectId", "isTest", "createdAt")
    SELECT event.id, account.before + event.index, ${userId}, event.name, event.data, event."actorId",
           event."subjectId", COALESCE(event."isTest", false), ${tx.now}::timestamptz
      FROM account, ROWS FROM (jsonb_to_recordset(${JSON.stringify(events)}::jsonb)
        AS (id text, name text, data jsonb, "actorId" text, "subjectId" text, "isTest" bool)) WITH ORDINALITY
        AS event(id, name, data, "actorId", "subjectId", "isTest", index)`;
}

/**
 * Makes the caller's log record these events for as long as it keeps them. If it once recorded them, and then ceased
 * to, the log says from when to when.
 */
export function subscribeLog(ctx: Context, { events }: { events: readonly string[] }): Promise<void> {
  const names = RECORDED_ON_REQUEST.filter((name) => events.includes(name));
  return inTransaction(ctx, async (tx) => {
    if (names.length === 0) return;
    await lockAccount(tx, tx.actor.id);
    const interruptions = await findInterruptions(
      tx,
      RECORDED_ON_REQUEST.filter((name) => asksFor(names, name)),
    );
    await write(tx, "eventLog.subscribe")`
      INSERT INTO "LogSubscription" ("userId", event, "expiresAt")
      SELECT ${tx.actor.id}, name, ${REAL_NOW} + interval '1 millisecond' * ${literal(LOG_SUBSCRIPTION_MS)}
        FROM unnest(${names}::text[]) AS name ORDER BY name
      ON CONFLICT ("userId", event) DO UPDATE SET "expiresAt" = excluded."expiresAt"`;
    const entries = interruptions.map((data) => ({ id: idFor(tx, "evt"), name: LOG_INTERRUPTED, data }));
    if (entries.length > 0) await appendToLog(tx, tx.actor.id, entries);
  });
}

interface Interruption {
  events: string[];
  from: Date;
  to: Date;
}

/** Finds since when events are not recorded that once were. What any endpoint asks for is, even if it is disabled. */
function findInterruptions(tx: Context, names: readonly string[]): Promise<Interruption[]> {
  const ways = names.flatMap((name) => [...new Set([name, wildcardOf(name) ?? name])].map((way) => ({ name, way })));
  return read<Interruption>(tx, "eventLog.interruptions")`
    WITH asked AS (
      SELECT * FROM unnest(${ways.map(({ name }) => name)}::text[], ${ways.map(({ way }) => way)}::text[])
        AS asked(name, way)),
    recorded AS (
      SELECT asked.name, max(s."expiresAt") AS until
        FROM asked JOIN "LogSubscription" s ON s."userId" = ${tx.actor.id} AND s.event = asked.way
       GROUP BY asked.name)
    SELECT array_agg(name ORDER BY name) AS events, until AS "from", ${REAL_NOW} AS "to" FROM recorded
     WHERE until < ${REAL_NOW} AND NOT EXISTS (
       SELECT FROM "WebhookEndpoint" e JOIN asked ON asked.way = ANY (e.events)
        WHERE e."userId" = ${tx.actor.id} AND asked.name = recorded.name)
     GROUP BY until ORDER BY until`;
}
