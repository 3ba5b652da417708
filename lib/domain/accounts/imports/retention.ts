import { read, type VisitorContext, write } from "@/lib/domain/kernel/context";
import { ago, MINUTE_MS } from "@/lib/domain/kernel/durations";
import { literal } from "@/lib/infra/database/sql";
import { removeFiles } from "./files";
import { ARCHIVE_KEPT_MS, IMPORT_RETENTION_MS, PROBLEMS } from "./rules";

/** How long after the end of an import a part or an image of it may still be being stored. */
const LATE_WRITES_MS = 15 * MINUTE_MS;
/** Archives removed in one run of retention, which is half-hourly. */
const BATCH = 100;

/** Ends imports that were open for too long, and removes the archives of those that are not, or no longer, open. */
export async function removeOldArchives(ctx: VisitorContext): Promise<void> {
  const before = new Date(ctx.now.getTime() - ARCHIVE_KEPT_MS);
  await write(ctx, "imports.expire")`
    UPDATE "Import" SET status = 'failed', failure = ${PROBLEMS.expired}, "finishedAt" = ${ctx.now}, "leaseToken" = NULL,
           "leaseEndsAt" = NULL
     WHERE "hasArchive" AND "createdAt" < ${before} AND status IN ('uploading', 'waiting', 'running')`;
  const ended = await read<{ id: string }>(ctx, "imports.ended")`
    SELECT id FROM "Import" WHERE "hasArchive" AND status IN ('done', 'failed', 'undone')
       AND GREATEST("finishedAt", "undoneAt") < ${ago(ctx, LATE_WRITES_MS)}
     ORDER BY "createdAt" LIMIT ${literal(BATCH)}`;
  for (const { id } of ended) {
    await removeFiles(ctx, id);
    await write(ctx, "imports.removed")`UPDATE "Import" SET "hasArchive" = false WHERE id = ${id}`;
  }
}

/** Deletes what is known of old imports. What they brought stays, and is not brought again. */
export async function deleteOldImports(ctx: VisitorContext): Promise<void> {
  const before = new Date(ctx.now.getTime() - IMPORT_RETENTION_MS);
  await write(ctx, "imports.deleteOld")`
    DELETE FROM "Import" WHERE id = ANY (ARRAY(
      SELECT id FROM "Import" WHERE "createdAt" < ${before} AND NOT "hasArchive" LIMIT ${literal(1000)}
         FOR UPDATE SKIP LOCKED))`;
}
