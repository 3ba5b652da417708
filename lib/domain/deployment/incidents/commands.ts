import { inTransaction, type VisitorContext, write } from "@/lib/domain/kernel/context";
import type { Incident } from "@/lib/infra/prisma/client";
import { type Part, SAME_WITHIN_MS } from "./rules";

export interface Sighting extends Omit<Incident, "part"> {
  part: Part;
}

/**
 * Records that a process saw a part in trouble. Sightings that overlap, or follow within `SAME_WITHIN_MS`, are one
 * incident, whichever processes report them, and however late or often.
 */
export async function recordSighting(
  ctx: VisitorContext,
  { part, startedAt, seenAt, severity }: Sighting,
): Promise<void> {
  const earliestEnd = new Date(startedAt.getTime() - SAME_WITHIN_MS);
  const latestStart = new Date(seenAt.getTime() + SAME_WITHIN_MS);
  await inTransaction(ctx, async (tx) => {
    // Two processes must not both begin the incident that they have both seen.
    await write(tx, "incidents.lock")`SELECT pg_advisory_xact_lock(hashtext('pegboard.incidents'))`;
    const continued = await write(tx, "incidents.continue")`
      UPDATE "Incident" SET "startedAt" = least("startedAt", ${startedAt}::timestamptz),
             "seenAt" = greatest("seenAt", ${seenAt}::timestamptz),
             severity = greatest(severity, ${severity}::"IncidentSeverity")
       WHERE (part, "startedAt") = (
         SELECT part, "startedAt" FROM "Incident"
          WHERE part = ${part} AND "seenAt" >= ${earliestEnd} AND "startedAt" <= ${latestStart}
          ORDER BY "startedAt" DESC LIMIT 1)`;
    if (continued > 0) return;
    await write(tx, "incidents.begin")`
      INSERT INTO "Incident" (part, "startedAt", "seenAt", severity)
      VALUES (${part}, ${startedAt}, ${seenAt}, ${severity}::"IncidentSeverity")`;
  });
}
