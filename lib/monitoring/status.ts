import type { VisitorContext } from "@/lib/domain/kernel/context";
import { type Incident, listIncidents } from "@/lib/domain/deployment/incidents/queries";
import { type Part, PART_NAMES, PARTS } from "@/lib/domain/deployment/incidents/rules";
import { env } from "@/lib/infra/environment/env";
import { memoizeFor } from "@/lib/infra/memoize-for";
import { withTimeout } from "@/lib/infra/timeout";
import { platformContext } from "@/lib/queue/platform";
import { healthOfParts, type Verdicts } from "./checks";
import type { HealthStatus } from "./health-check";
import { json, type MonitoringAnswer } from "./routes";

/** Unknown while the database, which would tell, is away. */
export type PartStatus = HealthStatus | "unknown";

/** What everybody may know about the deployment: no address, version, figure or error of it. */
export interface Status {
  /** The worst of its parts. */
  status: HealthStatus;
  checkedAt: string;
  parts: { part: Part; name: string; status: PartStatus }[];
  /** Newest first: those last read while the database is away, or null if none were. */
  incidents: (Incident & { name: string })[] | null;
}

/** How long an answer serves everybody who asks. */
const KEPT_MS = 5000;
const TIMEOUT_MS = 1000;
/** Whose health is read from the database. */
const READ_FROM_DATABASE: readonly Part[] = ["worker", "mail"];

/** Returns the state of the deployment, which one examination every few seconds finds for everybody who asks. */
export const readStatus = memoizeFor(KEPT_MS, async (): Promise<Status> => {
  const ctx = platformContext();
  const verdicts = await healthOfParts();
  const parts = statusOfParts(verdicts);
  return {
    status: worstOf(parts.map(({ status }) => status)),
    checkedAt: ctx.now.toISOString(),
    parts,
    incidents: verdicts.database.status === "down" ? lastIncidents : await recentIncidents(ctx),
  };
});

export async function statusReport(): Promise<MonitoringAnswer> {
  return json(200, await readStatus());
}

/** Returns the status of each part that this deployment has. */
export function statusOfParts(verdicts: Verdicts): Status["parts"] {
  const isDatabaseDown = verdicts.database.status === "down";
  return PART_NAMES.filter((part) => part !== "mail" || env().mail.kind !== "none").map((part) => {
    const isUnknown = isDatabaseDown && READ_FROM_DATABASE.includes(part);
    return { part, name: PARTS[part], status: isUnknown ? "unknown" : verdicts[part].status };
  });
}

function worstOf(statuses: PartStatus[]): HealthStatus {
  if (statuses.includes("down")) return "down";
  return statuses.every((status) => status === "ok") ? "ok" : "degraded";
}

let lastIncidents: Status["incidents"] = null;

async function recentIncidents(ctx: VisitorContext): Promise<Status["incidents"]> {
  const reading = listIncidents(ctx).then((incidents) => {
    lastIncidents = incidents.map((incident) => ({ ...incident, name: PARTS[incident.part as Part] ?? incident.part }));
    return lastIncidents;
  });
  return withTimeout(reading, TIMEOUT_MS).catch(() => lastIncidents);
}
