import { z } from "zod";
import { type Context, read } from "@/lib/domain/kernel/context";
import { DAY_MS, daysBefore } from "@/lib/domain/kernel/durations";
import { invalid } from "@/lib/domain/kernel/errors";
import { inOrder } from "@/lib/domain/kernel/page/in-order";
import { type After, paginate } from "@/lib/domain/kernel/page/keyset";
import type { Page, PageRequest } from "@/lib/domain/kernel/page/schema";
import { EVENT_TABLE, partitionStart } from "@/lib/domain/deployment/partitions/rules";
import { LOG_INTERRUPTED } from "@/lib/domain/consequences/event-log/rules";
import { VISIBLE_EVENT } from "@/lib/domain/kernel/visibility";
import { literal, type Sql, sql } from "@/lib/infra/database/sql";
import { namesOf } from "./catalog";
import { type EventRow, presentEvent } from "./present";
import { EVENT_RETENTION_DAYS, EXAMINED_EVENTS } from "./rules";
import type { EventRecord } from "./schema";

/** A position in an account's log of events, with its time. */
interface Place {
  position: number;
  createdAt: Date;
}

type PlacedEvent = EventRow & Place;

/**
 * Positions follow the commits, whereas times are of the beginning of acts, by one server's clock. An event may be
 * older than the one before it by at most this.
 */
const MAX_DISORDER_MS = DAY_MS;

/**
 * Lists in commit order, without gaps but for events that name somebody who has blocked the account since, and for acts
 * of others that it may not see (any more).
 */
export async function listEvents(
  ctx: Context,
  { after: point, types, ...page }: { after?: string; types?: readonly string[] } & PageRequest,
): Promise<Page<EventRecord>> {
  const oldest = daysBefore(ctx.now, EVENT_RETENTION_DAYS);
  const beginning = { position: 0, createdAt: oldest };
  const start = page.cursor === undefined && point !== undefined ? await placeOf(ctx, point, beginning) : beginning;
  /** The log after a position, in its order. */
  const rest = (after: After) => {
    const { position, createdAt } =
      after.id === "" ? start : { position: Number(after.id), createdAt: new Date(after.at) };
    // Limits the scan to the partitions from that time on. The bound is the beginning of a partition, so it excludes
    // no row within one.
    const partition = partitionStart(EVENT_TABLE, new Date(createdAt.getTime() - MAX_DISORDER_MS));
    const since = new Date(Math.max(oldest.getTime(), partition.getTime()));
    // Compares the column, which is indexed, rather than the number made from it.
    return sql`FROM "Event" e
        WHERE e."userId" = ${ctx.actor.id} AND e.position > ${position}::bigint AND e."createdAt" >= ${since}::timestamptz`;
  };
  const names = types && [...namesOf(types), LOG_INTERRUPTED];
  return paginate<PlacedEvent, EventRecord>(page, {
    list: ["events", ctx.actor.id, point ?? "", ...(types ?? [])],
    rows: (after, take) =>
      names
        ? inOrder(
            ctx,
            (tx) => read<PlacedEvent>(tx, "events.named")`
              SELECT ${COLUMNS} FROM (SELECT e.* ${rest(after)} ORDER BY e.position LIMIT ${literal(EXAMINED_EVENTS)}) e
              WHERE e.name = ANY (${names}::text[]) AND ${VISIBLE_EVENT} ORDER BY e.position LIMIT ${take}`,
          )
        : read<PlacedEvent>(ctx, "events.after")`
            SELECT ${COLUMNS} ${rest(after)} AND ${VISIBLE_EVENT} ORDER BY e.position LIMIT ${take}`,
    position: positionOf,
    present: presentEvent,
    lastExamined: names && ((after) => lastExamined(ctx, rest(after))),
  });
}

const COLUMNS = sql`e.id, e.position::float8 AS position, e.name, e.data, e."isTest", e."createdAt"`;

const positionOf = ({ createdAt, position }: Place) => ({ at: createdAt, id: String(position) });

/** Returns the position of the last event that a page of some names examines, if others follow it. */
async function lastExamined(ctx: Context, rest: Sql) {
  const [last, next] = await inOrder(
    ctx,
    (tx) => read<Place>(tx, "events.edge")`
      SELECT e.position::float8 AS position, e."createdAt" ${rest}
      ORDER BY e.position OFFSET ${literal(EXAMINED_EVENTS - 1)} LIMIT 2`,
  );
  return last && next && positionOf(last);
}

const time = z.iso.datetime({ offset: true });

/** Clamps a time to 1970: PostgreSQL has no year 0, and no event is older. */
const readable = (moment: string) => new Date(Math.max(0, Date.parse(moment)));

/** Returns the position of an event, or of the last one up to a time; the beginning if there is none. */
async function placeOf(ctx: Context, point: string, beginning: Place): Promise<Place> {
  const byTime = time.safeParse(point).success;
  const { createdAt: oldest } = beginning;
  const [row] = byTime
    ? await read<Place>(ctx, "events.upTo")`
      SELECT e.position::float8 AS position, e."createdAt" FROM "Event" e
      WHERE e."userId" = ${ctx.actor.id} AND e."createdAt" <= ${readable(point)}::timestamptz
        AND e."createdAt" >= ${oldest}::timestamptz
      ORDER BY e.position DESC LIMIT 1`
    : await read<Place>(ctx, "events.place")`
      SELECT position::float8 AS position, "createdAt" FROM "Event"
      WHERE "userId" = ${ctx.actor.id} AND id = ${point} AND "createdAt" >= ${oldest}::timestamptz`;
  if (row || byTime) return row ?? beginning;
  throw invalid([
    {
      param: "after",
      message: "after must be the eventId of one of your events that are still kept, or a time in ISO 8601",
    },
  ]);
}
