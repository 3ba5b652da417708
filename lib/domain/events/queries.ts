import { z } from "zod";
import { type Context, read } from "@/lib/domain/context";
import { DAY_MS, daysBefore } from "@/lib/domain/durations";
import { invalid } from "@/lib/domain/errors";
import { paginate } from "@/lib/domain/page/keyset";
import type { Page, PageRequest } from "@/lib/domain/page/schema";
import { EVENT_TABLE, partitionStart } from "@/lib/domain/partitions/rules";
import { VISIBLE_EVENT } from "@/lib/domain/visibility";
import { type EventRow, presentEvent } from "./present";
import { EVENT_RETENTION_DAYS } from "./rules";
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
  { after: point, ...page }: { after?: string } & PageRequest,
): Promise<Page<EventRecord>> {
  const oldest = daysBefore(ctx.now, EVENT_RETENTION_DAYS);
  const beginning = { position: 0, createdAt: oldest };
  const start = page.cursor === undefined && point !== undefined ? await placeOf(ctx, point, beginning) : beginning;
  return paginate<PlacedEvent, EventRecord>(page, {
    list: ["events", ctx.actor.id, point ?? ""],
    rows: (after, take) => {
      const { position, createdAt } =
        after.id === "" ? start : { position: Number(after.id), createdAt: new Date(after.at) };
      // Limits the scan to the partitions from that time on. The bound is the beginning of a partition, so it excludes
      // no row within one.
      const partition = partitionStart(EVENT_TABLE, new Date(createdAt.getTime() - MAX_DISORDER_MS));
      const since = new Date(Math.max(oldest.getTime(), partition.getTime()));
      // Compares the column, which is indexed, rather than the number made from it.
      return read<PlacedEvent>(ctx, "events.after")`
        SELECT e.id, e.position::float8 AS position, e.name, e.data, e."isTest", e."createdAt" FROM "Event" e
        WHERE e."userId" = ${ctx.actor.id} AND e.position > ${position}::bigint AND e."createdAt" >= ${since}::timestamptz
        AND ${VISIBLE_EVENT}
        ORDER BY e.position LIMIT ${take}`;
    },
    position: ({ createdAt, position }) => ({ at: createdAt, id: String(position) }),
    present: presentEvent,
  });
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
