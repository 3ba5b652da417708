import { beforeCommit, type Context, read, type VisitorContext, write } from "@/lib/domain/kernel/context";
import { processWide } from "@/lib/infra/process/process-wide";
import { currentSandbox } from "@/lib/infra/sandbox/scope";
import { type EventName, type LiveEvent, type OutgoingEvent, type Topic, userTopic } from "./topics";
import { literal } from "@/lib/infra/database/sql";

/** An event to publish. `data` contains neither `topic` nor `seq`, which are added for the reader. */
interface NewEvent<T extends Topic = Topic> {
  topic: T;
  event: EventName<T>;
  data: object;
}

/** Locks the topic until the commit, so call it late. Readers are notified after the commit. Returns the `seq`. */
export async function publish<T extends Topic>(
  tx: VisitorContext,
  topic: T,
  event: EventName<T>,
  data: object,
): Promise<number> {
  const [published] = await publishAll(tx, [{ topic, event, data }]);
  if (!published) throw new Error(`Nothing was published on ${topic}`);
  return published.seq;
}

/** Publishes events; those of a topic keep the given order. Locks the topics in the order of their names. */
export async function publishAll(tx: VisitorContext, events: NewEvent[]): Promise<{ topic: Topic; seq: number }[]> {
  if (events.length === 0) return [];
  const [topics, names, data] = [
    events.map(({ topic }) => topic),
    events.map(({ event }) => event),
    events.map((event) => JSON.stringify(event.data)),
  ];
  // Counts quotes now, which would otherwise lock their posts at the commit: other acts lock a post before its author's
  // topic.
  if (tx.transaction) void write(tx, "live.countQuotes")`SET CONSTRAINTS ALL IMMEDIATE`.catch(() => undefined);
  // Uses the database's clock, read under the lock, so that retention never deletes a newer event of a topic before an
  // older one.
  const published = await read<{ topic: Topic; seq: number }>(tx, "live.publish")`
    WITH event AS (
           SELECT * FROM unnest(${topics}::text[], ${names}::text[], ${data}::text[]) WITH ORDINALITY AS event(topic, name, data, n)),
         topic AS (
           INSERT INTO "LiveTopic" (topic, seq) SELECT topic, count(*) FROM event GROUP BY topic ORDER BY topic
           ON CONFLICT (topic) DO UPDATE SET seq = "LiveTopic".seq + EXCLUDED.seq RETURNING topic, seq)
    INSERT INTO "LiveEvent" (topic, seq, event, data, "createdAt")
    SELECT topic, topic.seq - count(*) OVER (PARTITION BY topic) + row_number() OVER (PARTITION BY topic ORDER BY n),
           name, data::jsonb, clock_timestamp()
      FROM event JOIN topic USING (topic)
    RETURNING topic, seq::float8`;
  tx.afterCommit(async () => notifyLive({ topics: [...new Set(topics)] }));
  return published;
}

/** Sends an event that is not stored (such as typing) to the topic's current readers, after the commit. */
export function signal<T extends Topic>(ctx: VisitorContext, topic: T, event: EventName<T>, data: object): void {
  ctx.afterCommit(async () => notifyLive({ signal: { topic, event, data } }));
}

/** Deletes the actor's topic with its events, after what the act publishes. Its name is never reused. */
export function deleteOwnTopic(tx: Context): Promise<void> {
  return beforeCommit(tx, deleteTopics, [userTopic(tx.actor.id)]);
}

async function deleteTopics(tx: Context, topics: Topic[]): Promise<void> {
  await write(tx, "live.deleteTopics")`
    WITH events AS (DELETE FROM "LiveEvent" WHERE topic = ANY (${topics}::text[]))
    DELETE FROM "LiveTopic" WHERE topic = ANY (${topics}::text[])`;
}

/**
 * Overwrites the data of published events, for readers who reconnect. The same transaction must publish on the topic,
 * for connected readers.
 */
export async function redactEvents(
  tx: VisitorContext,
  topic: Topic,
  { where, data }: { where: object; data: object },
): Promise<void> {
  await write(tx, "live.redact")`
    UPDATE "LiveEvent" SET data = data || ${JSON.stringify(data)}::jsonb
    WHERE topic = ${topic} AND data @> ${JSON.stringify(where)}::jsonb`;
}

/** A notification to the streams of this process, and of others. */
export interface LiveNotification {
  /** Topics with new events. Only a hint: polling finds what a lost notification missed. */
  topics?: Topic[];
  signal?: OutgoingEvent;
}

type Notify = (notification: LiveNotification) => void;

const streams = processWide("live-notify", (): { notify?: Notify } => ({}));

/** Sets the function that notifies streams of published events. Called once, at startup. */
export function setLiveNotify(notify: Notify | undefined): void {
  streams().notify = notify;
}

function notifyLive(notification: LiveNotification): void {
  // Streams need a session, which nobody has in a sandbox.
  if (!currentSandbox()) streams().notify?.(notification);
}

export interface Position {
  topic: Topic;
  seq: number;
}

/** Events returned by one read, per topic and in total. A full result means that there may be more. */
export const MAX_READ_PER_TOPIC = 100;
export const MAX_READ = 1000;

/** Returns the position of each topic, 0 for one without events. */
export async function topicPositions(ctx: VisitorContext, topics: Topic[]): Promise<Map<Topic, number>> {
  const rows = await read<Position>(ctx, "live.positions")`
    SELECT topic, seq::float8 FROM "LiveTopic" WHERE topic = ANY (${topics}::text[])`;
  const known = new Map(rows.map(({ topic, seq }) => [topic, seq]));
  return new Map(topics.map((topic) => [topic, known.get(topic) ?? 0]));
}

/** Returns the events after these positions, in order within each topic, up to `MAX_READ_PER_TOPIC` and `MAX_READ`. */
export function newEvents(ctx: VisitorContext, positions: Position[]): Promise<LiveEvent[]> {
  return read<LiveEvent>(ctx, "live.newEvents")`
    SELECT e.topic, e.seq::float8, e.event, e.data
     FROM unnest(${positions.map(({ topic }) => topic)}::text[], ${positions.map(({ seq }) => seq)}::bigint[]) AS known(topic, seq), LATERAL (
       SELECT * FROM "LiveEvent" WHERE topic = known.topic AND seq > known.seq ORDER BY seq
         LIMIT ${literal(MAX_READ_PER_TOPIC)}) e
    ORDER BY e.topic, e.seq LIMIT ${literal(MAX_READ)}`;
}

/** Returns a topic's events after a position, and the topic's current position. */
export async function eventsAfter(
  ctx: VisitorContext,
  { topic, seq }: Position,
): Promise<{ newest: number; events: LiveEvent[] }> {
  const rows = await read<{ newest: number; seq: number | null; event: string; data: object }>(ctx, "live.eventsAfter")`
    SELECT topic.seq::float8 AS newest, e.seq::float8, e.event, e.data
     FROM (SELECT COALESCE((SELECT seq FROM "LiveTopic" WHERE topic = ${topic}), 0) AS seq) topic
     LEFT JOIN LATERAL (
       SELECT * FROM "LiveEvent" WHERE "LiveEvent".topic = ${topic} AND "LiveEvent".seq > ${seq}
         ORDER BY "LiveEvent".seq LIMIT ${literal(MAX_READ_PER_TOPIC)}) e ON true
    ORDER BY e.seq`;
  return {
    newest: rows[0]?.newest ?? 0,
    events: rows.flatMap((row) =>
      row.seq === null ? [] : [{ topic, seq: row.seq, event: row.event, data: row.data }],
    ),
  };
}
