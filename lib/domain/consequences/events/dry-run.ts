import { z } from "zod";
import { type Context, read } from "@/lib/domain/kernel/context";
import { daysBefore } from "@/lib/domain/kernel/durations";
import { asksFor } from "./catalog";
import { type EventRow, presentEvent } from "./present";
import { EVENT_RETENTION_DAYS } from "./rules";
import { eventRecord } from "./schema";
import { VISIBLE_EVENT } from "@/lib/domain/kernel/visibility";
import { literal } from "@/lib/infra/database/sql";
import { endpointFilter, mismatchOf } from "@/lib/domain/consequences/webhooks/filter";
import { eventName } from "@/lib/domain/consequences/webhooks/schema";

/** How many of the newest events a dry run examines (docs/contract.md#webhook-management). */
const NEWEST = 100;

export const dryRunQuery = z.object({
  events: z
    .string()
    .transform((names) => names.split(",").map((name) => name.trim()))
    .pipe(z.array(eventName))
    .meta({
      description: "Names of events, separated by commas; `*` and `incoming.*` as well.",
      example: "incoming.*",
    }),
  postId: endpointFilter.shape.postId,
  handle: endpointFilter.shape.handle,
});

export const dryRun = z.object({
  data: z.array(
    eventRecord.extend({
      matches: z.boolean().meta({ description: "Whether it would have been delivered.", example: true }),
      reason: z.string().meta({ description: "Why, or why not.", example: "It would have been delivered." }),
    }),
  ),
});

/** Tells for each of the newest events, newest first, whether such an endpoint would receive it. */
export async function tryFilter(
  ctx: Context,
  { events, postId, handle }: z.output<typeof dryRunQuery>,
): Promise<z.input<typeof dryRun>> {
  const rows = await read<EventRow>(ctx, "events.newest")`
    SELECT e.id, e.name, e.data, e."isTest", e."createdAt" FROM "Event" e
    WHERE e."userId" = ${ctx.actor.id} AND e."createdAt" >= ${daysBefore(ctx.now, EVENT_RETENTION_DAYS)}::timestamptz
      AND ${VISIBLE_EVENT} ORDER BY e.position DESC LIMIT ${literal(NEWEST)}`;
  const data = rows.map((row) => {
    const why = asksFor(events, row.name)
      ? mismatchOf({ postId, handle }, row.data)
      : `The endpoint does not ask for ${row.name}.`;
    const reason = why ?? "It would have been delivered.";
    return { ...presentEvent(row), matches: why === null, reason };
  });
  return { data };
}
