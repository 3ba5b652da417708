import { read, type VisitorContext } from "@/lib/domain/kernel/context";
import { ago } from "@/lib/domain/kernel/durations";
import type { RestoreDrill } from "@/lib/infra/prisma/client";
import { literal, sql } from "@/lib/infra/database/sql";
import type { TimeOfDay } from "@/lib/infra/environment/variables";
import { BEGIN_WITHIN_MS, lastDueAt, MAX_ATTEMPTS, MAX_DRILL_MS } from "./rules";

/** The last restore that a drill proved. */
export interface ProvenRestore {
  provenAt: Date;
  /** How long the drill took, in milliseconds. */
  tookMs: number;
  backup: string;
  /** The moment that the backup shows. */
  takenAt: Date;
}

/** A drill that ended without proving its backup. */
export interface FailedDrill {
  startedAt: Date;
  /** Null if there was none. */
  backup: string | null;
  differences: string[];
}

export interface Drills {
  /** The last restore that was proven; null if none was. */
  proven: ProvenRestore | null;
  /** The last drill that ended, if it failed. */
  failed: FailedDrill | null;
  /** When the drill began that is running now; null if none is. */
  runningSince: Date | null;
}

const COLUMNS = sql`id, status, backup, "takenAt", "startedAt", "finishedAt", differences`;
const NEWEST_FIRST = sql`ORDER BY "startedAt" DESC, id DESC`;

/** Returns how the last drills ended. Reads a table of few rows. */
export async function readDrills(ctx: VisitorContext): Promise<Drills> {
  const overdue = ago(ctx, MAX_DRILL_MS);
  const rows = await read<RestoreDrill>(ctx, "drills.last")`
    SELECT ${COLUMNS} FROM (
      (SELECT * FROM "RestoreDrill" ${NEWEST_FIRST} LIMIT 1)
      UNION (SELECT * FROM "RestoreDrill" WHERE status <> 'running' OR "startedAt" < ${overdue} ${NEWEST_FIRST} LIMIT 1)
      UNION (SELECT * FROM "RestoreDrill" WHERE status = 'proven' ${NEWEST_FIRST} LIMIT 1)) drill
    ${NEWEST_FIRST}`;
  const isRunning = ({ status, startedAt }: RestoreDrill) => status === "running" && startedAt >= overdue;
  const [latest] = rows;
  const ended = rows.find((drill) => !isRunning(drill));
  const proven = rows.find(({ status }) => status === "proven");
  return {
    proven: proven ? presentProven(proven) : null,
    failed: ended && ended.status !== "proven" ? presentFailed(ended) : null,
    runningSince: latest && isRunning(latest) ? latest.startedAt : null,
  };
}

function presentProven({ startedAt, finishedAt, backup, takenAt }: RestoreDrill): ProvenRestore {
  const provenAt = finishedAt!;
  return { provenAt, tookMs: provenAt.getTime() - startedAt.getTime(), backup: backup!, takenAt: takenAt! };
}

function presentFailed({ status, startedAt, backup, differences }: RestoreDrill): FailedDrill {
  const killed = ["It was killed before it had a result."];
  return { startedAt, backup, differences: status === "running" ? killed : differences };
}

/**
 * Whether today's drill has to begin: none has ended since it was due, and too few were killed for the next one to be
 * hopeless.
 */
export async function isDrillDue(ctx: VisitorContext, at: TimeOfDay): Promise<boolean> {
  const dueAt = lastDueAt(at, ctx.now);
  if (dueAt < ago(ctx, BEGIN_WITHIN_MS)) return false;
  const rows = await read<Pick<RestoreDrill, "finishedAt">>(ctx, "drills.since")`
    SELECT "finishedAt" FROM "RestoreDrill" WHERE "startedAt" >= ${dueAt}
    ${NEWEST_FIRST} LIMIT ${literal(MAX_ATTEMPTS)}`;
  return rows.length < MAX_ATTEMPTS && rows.every(({ finishedAt }) => finishedAt === null);
}
