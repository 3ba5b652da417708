import { idFor, inTransaction, type VisitorContext, write } from "@/lib/domain/kernel/context";
import { literal } from "@/lib/infra/database/sql";
import { KEPT_DRILLS, MAX_DIFFERENCE_LENGTH, MAX_DIFFERENCES } from "./rules";

/** What a drill found: it proved the backup if nothing differs. */
export interface DrillResult {
  /** Null if there was no backup. */
  backup: { name: string; takenAt: Date } | null;
  differences: string[];
}

/** Records that a drill begins, and returns its id. */
export async function beginDrill(ctx: VisitorContext): Promise<string> {
  const id = idFor(ctx, "drill");
  await write(ctx, "drills.begin")`
    INSERT INTO "RestoreDrill" (id, "startedAt", differences) VALUES (${id}, ${ctx.now}, '{}')`;
  return id;
}

/** Records how a drill ended, and deletes the oldest ones. */
export async function endDrill(ctx: VisitorContext, id: string, { backup, differences }: DrillResult): Promise<void> {
  const status = differences.length === 0 ? "proven" : "failed";
  const lines = differences.slice(0, MAX_DIFFERENCES).map((line) => line.slice(0, MAX_DIFFERENCE_LENGTH));
  if (differences.length > MAX_DIFFERENCES) lines.push(`and ${differences.length - MAX_DIFFERENCES} more`);
  await inTransaction(ctx, async (tx) => {
    await write(tx, "drills.end")`
      UPDATE "RestoreDrill" SET status = ${status}::"RestoreDrillStatus", "finishedAt" = ${tx.now},
             backup = ${backup?.name ?? null}, "takenAt" = ${backup?.takenAt ?? null}::timestamptz,
             differences = ${lines}::text[]
       WHERE id = ${id} AND status = 'running'`;
    await write(tx, "drills.deleteOld")`
      DELETE FROM "RestoreDrill"
       WHERE id NOT IN (SELECT id FROM "RestoreDrill" ORDER BY "startedAt" DESC, id DESC LIMIT ${literal(KEPT_DRILLS)})
         AND id IS DISTINCT FROM (
           SELECT id FROM "RestoreDrill" WHERE status = 'proven' ORDER BY "startedAt" DESC, id DESC LIMIT 1)`;
  });
}

/** Forgets a drill that was stopped, as if it had not begun. */
export async function forgetDrill(ctx: VisitorContext, id: string): Promise<void> {
  await write(ctx, "drills.forget")`DELETE FROM "RestoreDrill" WHERE id = ${id} AND status = 'running'`;
}
