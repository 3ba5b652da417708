import { read, type VisitorContext } from "@/lib/domain/context";
import { literal } from "@/lib/infra/database/sql";
import type { LiveEvent, Topic } from "./topics";

export interface Position {
  topic: Topic;
  seq: number;
}

/** Events returned by one read, per topic and in total. A full result means that there may be more. */
export const MAX_READ_PER_TOPIC = 100;
export const MAX_READ = 1000;

/** Returns the current position of each topic; 0 for one without events. */
export async function topicPositions(ctx: VisitorContext, topics: Topic[]): Promise<Map<Topic, number>> {
  const rows = await read<Position>(ctx, "live.positions")`
    SELECT topic, seq::float8 FROM "LiveTopic" WHERE topic = ANY (${topics}::text[])`;
  const known = new Map(rows.map(({ topic, seq }) => [topic, seq]));
  return new Map(topics.map((topic) => [topic, known.get(topic) ?? 0]));
}

/**
 * Returns the events after the given positions, in order within each topic, up to `MAX_READ_PER_TOPIC` and `MAX_READ`.
 */
export function newEvents(ctx: VisitorContext, positions: Position[]): Promise<LiveEvent[]> {
  return read<LiveEvent>(ctx, "live.newEvents")`
    SELECT e.topic, e.seq::float8, e.event, e.data
     FROM unnest(${positions.map(({ topic }) => topic)}::text[], ${positions.map(({ seq }) => seq)}::bigint[]) AS known(topic, seq), LATERAL (
       SELECT * FROM "LiveEvent" WHERE topic = known.topic AND seq > known.seq ORDER BY seq
         LIMIT ${literal(MAX_READ_PER_TOPIC)}) e
    ORDER BY e.topic, e.seq LIMIT ${literal(MAX_READ)}`;
}

/** Returns the events of one topic after a position, and the topic's current position. */
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
