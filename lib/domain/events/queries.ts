import { z } from "zod";
import { type Context, read } from "@/lib/domain/context";
import { invalid } from "@/lib/domain/errors";
import { paginate } from "@/lib/domain/page/keyset";
import type { Page, PageRequest } from "@/lib/domain/page/schema";
import { hasBlocked, TELLABLE_EVENT } from "@/lib/domain/visibility";
import { type EventRow, presentEvent } from "./present";
import type { EventRecord } from "./schema";
import { sql } from "@/lib/infra/database/sql";

interface PlacedEvent extends EventRow {
  position: number;
}

/**
 * Lists the account's events after a point, in commit order, without gaps but for those that name somebody who has
 * blocked the account since, and for acts of others that it may not be told of (any more).
 */
export async function listEvents(
  ctx: Context,
  { after: point, ...page }: { after?: string } & PageRequest,
): Promise<Page<EventRecord>> {
  const start = page.cursor === undefined && point !== undefined ? await positionAt(ctx, point) : 0;
  return paginate<PlacedEvent, EventRecord>(page, {
    list: ["events", ctx.actor.id, point ?? ""],
    rows: (after, take) =>
      read(
        ctx,
        "events.after",
        // Compares the column, which is indexed, rather than the number made from it.
        sql`SELECT e.id, e.position::float8 AS position, e.name, e.data, e."isTest", e."createdAt" FROM "Event" e
          WHERE e."userId" = ${ctx.actor.id} AND e.position > ${after.id === "" ? start : Number(after.id)}::bigint
          AND NOT EXISTS (SELECT 1 FROM "User" named WHERE named.handle = e.data->>'handle'
            AND ${hasBlocked(sql`named.id`, ctx.actor.id)})
          AND ${TELLABLE_EVENT}
          ORDER BY e.position LIMIT ${take}`,
      ),
    position: ({ createdAt, position }) => ({ at: createdAt, id: String(position) }),
    present: presentEvent,
  });
}

const time = z.iso.datetime({ offset: true });

/** Clamps a time to 1970: PostgreSQL has no year 0, and no event is older. */
const readable = (moment: string) => new Date(Math.max(0, Date.parse(moment)));

/** Returns the position of an event, or of the last one up to a time. */
async function positionAt(ctx: Context, point: string): Promise<number> {
  const byTime = time.safeParse(point).success;
  const [row] = byTime
    ? await read<{ position: number }>(
        ctx,
        "events.upTo",
        sql`SELECT e.position::float8 AS position FROM "Event" e
          WHERE e."userId" = ${ctx.actor.id} AND e."createdAt" <= ${readable(point)}::timestamptz
          ORDER BY e.position DESC LIMIT 1`,
      )
    : await read<{ position: number }>(
        ctx,
        "events.position",
        sql`SELECT position::float8 AS position FROM "Event" WHERE "userId" = ${ctx.actor.id} AND id = ${point}`,
      );
  if (row || byTime) return row?.position ?? 0;
  throw invalid([
    {
      param: "after",
      message: "after must be the eventId of one of your events that are still kept, or a time in ISO 8601",
    },
  ]);
}
