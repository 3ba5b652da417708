import { read, type VisitorContext, write } from "@/lib/domain/kernel/context";
import { daysBefore } from "@/lib/domain/kernel/durations";
import { literal } from "@/lib/infra/database/sql";
import type { Sandbox } from "@/lib/infra/prisma/client";
import { listDatabases, generationOf } from "@/lib/infra/sandbox/databases";
import { removeAbandonedImages, discard } from "./making";
import { ABANDONED_AFTER_MS, UNUSED_DAYS } from "./rules";

const BATCH = 50;

/** Deletes sandboxes that have been unused for long, and orphaned databases and files. */
export async function deleteUnusedSandboxes(ctx: VisitorContext): Promise<void> {
  const before = daysBefore(ctx.now, UNUSED_DAYS);
  await write(ctx, "sandboxes.deleteUnused")`
    DELETE FROM "Sandbox" WHERE id IN (
      SELECT id FROM "Sandbox" WHERE "lastUsedAt" < ${before} ORDER BY "lastUsedAt" LIMIT ${literal(BATCH)})`;
  await removeAbandonedDatabases(ctx);
  await removeAbandonedImages();
}

async function removeAbandonedDatabases(ctx: VisitorContext): Promise<void> {
  const databases = await listDatabases();
  if (databases.length === 0) return;
  const sandboxes = await read<Pick<Sandbox, "id" | "databaseName" | "generation" | "madeAt">>(ctx, "sandboxes.all")`
    SELECT id, "databaseName", generation, "madeAt" FROM "Sandbox"`;
  const byId = new Map(sandboxes.map((sandbox) => [sandbox.id, sandbox]));
  const abandoned = new Date(ctx.now.getTime() - ABANDONED_AFTER_MS);
  for (const name of databases) {
    const { id, generation } = generationOf(name);
    const owner = byId.get(id);
    const isBeingMade = owner !== undefined && owner.generation === generation && owner.madeAt > abandoned;
    if (owner?.databaseName !== name && !isBeingMade) await discard(name);
  }
}
