import { z } from "zod";
import { type Context, read } from "@/lib/domain/context";
import { invalid } from "@/lib/domain/errors";
import { type Page, type PageRequest, paginate } from "@/lib/domain/page";
import type { EventRecord } from "./schema";

interface EventRow {
  id: string;
  position: number;
  name: string;
  data: Record<string, unknown>;
  createdAt: Date;
}

/** What the account did after a point, in the order in which it was committed: nothing is passed over. */
export async function listEvents(
  ctx: Context,
  { after: point, ...page }: { after?: string } & PageRequest,
): Promise<Page<EventRecord>> {
  const start = page.cursor === undefined && point !== undefined ? await positionAt(ctx, point) : 0;
  return paginate<EventRow, EventRecord>(page, {
    list: ["events", ctx.actor.id, point ?? ""],
    rows: (after, take) =>
      read(
        ctx,
        "events.after",
        // By the column, which the index knows, and not by the number that is made of it.
        `SELECT e.id, e.position::float8 AS position, e.name, e.data, e."createdAt" FROM "Event" e
          WHERE e."userId" = $1 AND e.position > $2::bigint ORDER BY e.position LIMIT $3`,
        [ctx.actor.id, after.id === "" ? start : Number(after.id), take],
      ),
    position: ({ createdAt, position }) => ({ at: createdAt, id: String(position) }),
    present: ({ id, name, createdAt, data }) => ({ eventId: id, event: name, created: createdAt.toISOString(), data }),
  });
}

const time = z.iso.datetime({ offset: true });

/** The database knows no year 0; nothing is recorded from before 1970 anyway. */
const readable = (moment: string) => new Date(Math.max(0, Date.parse(moment)));

/** The position of an event, or of the last one up to a time. */
async function positionAt(ctx: Context, point: string): Promise<number> {
  const byTime = time.safeParse(point).success;
  const [row] = byTime
    ? await read<{ position: number }>(
        ctx,
        "events.upTo",
        `SELECT e.position::float8 AS position FROM "Event" e WHERE e."userId" = $1 AND e."createdAt" <= $2::timestamptz ORDER BY e.position DESC LIMIT 1`,
        [ctx.actor.id, readable(point)],
      )
    : await read<{ position: number }>(
        ctx,
        "events.position",
        `SELECT position::float8 AS position FROM "Event" WHERE "userId" = $1 AND id = $2`,
        [ctx.actor.id, point],
      );
  if (row || byTime) return row?.position ?? 0;
  throw invalid([
    {
      param: "after",
      message: "after must be the eventId of one of your events that are still kept, or a time in ISO 8601",
    },
  ]);
}
