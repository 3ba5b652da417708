import { read, type VisitorContext } from "@/lib/domain/kernel/context";
import { ago, daysBefore } from "@/lib/domain/kernel/durations";
import { literal } from "@/lib/infra/database/sql";
import type { Incident as IncidentRow } from "@/lib/infra/prisma/client";
import { INCIDENT_RETENTION_DAYS, LISTED_INCIDENTS, OVER_AFTER_MS } from "./rules";

export interface Incident {
  part: string;
  /** The worst that was seen. */
  severity: IncidentRow["severity"];
  startedAt: string;
  /** When it was last seen; null while it lasts. */
  endedAt: string | null;
}

/** Lists the newest incidents of the deployment. */
export async function listIncidents(ctx: VisitorContext): Promise<Incident[]> {
  const rows = await read<IncidentRow>(ctx, "incidents.list")`
    SELECT part, "startedAt", "seenAt", severity FROM "Incident"
     WHERE "startedAt" > ${daysBefore(ctx.now, INCIDENT_RETENTION_DAYS)}
     ORDER BY "startedAt" DESC, part LIMIT ${literal(LISTED_INCIDENTS)}`;
  return rows.map(({ part, severity, startedAt, seenAt }) => ({
    part,
    severity,
    startedAt: startedAt.toISOString(),
    endedAt: seenAt > ago(ctx, OVER_AFTER_MS) ? null : seenAt.toISOString(),
  }));
}
