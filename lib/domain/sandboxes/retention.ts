import type { VisitorContext } from "@/lib/domain/context";
import { DAY_MS } from "@/lib/domain/durations";
import { listDatabases, generationOf } from "@/lib/infra/sandbox/databases";
import { removeAbandonedImages } from "./images";
import { discard } from "./making";
import { ABANDONED_AFTER_MS, UNUSED_DAYS } from "./rules";

const BATCH = 50;

/** Deletes sandboxes that nobody has used for long, and the databases and files that belong to none. */
export async function deleteUnusedSandboxes({ db, now }: VisitorContext): Promise<void> {
  const before = new Date(now.getTime() - UNUSED_DAYS * DAY_MS);
  await db.$executeRaw`
    DELETE FROM "Sandbox" WHERE id IN (
      SELECT id FROM "Sandbox" WHERE "lastUsedAt" < ${before} ORDER BY "lastUsedAt" LIMIT ${BATCH})`;
  await removeAbandonedDatabases({ db, now });
  await removeAbandonedImages();
}

async function removeAbandonedDatabases({ db, now }: Pick<VisitorContext, "db" | "now">): Promise<void> {
  const databases = await listDatabases();
  if (databases.length === 0) return;
  const sandboxes = await db.sandbox.findMany({
    select: { id: true, databaseName: true, generation: true, madeAt: true },
  });
  const byId = new Map(sandboxes.map((sandbox) => [sandbox.id, sandbox]));
  const abandoned = new Date(now.getTime() - ABANDONED_AFTER_MS);
  for (const name of databases) {
    const { id, generation } = generationOf(name);
    const owner = byId.get(id);
    const isBeingMade = owner !== undefined && owner.generation === generation && owner.madeAt > abandoned;
    if (owner?.databaseName !== name && !isBeingMade) await discard(name);
  }
}
