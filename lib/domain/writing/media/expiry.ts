import { read, type VisitorContext } from "@/lib/domain/kernel/context";
import { literal } from "@/lib/infra/database/sql";
import { storage } from "@/lib/infra/storage/storage";
import type { Storage, StoredFile } from "@/lib/infra/storage/store";
import { dayFolder, QUOTA_DAY_MS } from "./rules";
import { DAY_MS, MINUTE_MS } from "@/lib/domain/kernel/durations";

const BATCH = 500;
/** Far longer than an upload takes: a file this old without a row will never have one. */
const ORPHANED_AFTER_MS = 15 * MINUTE_MS;
/** How many days back retention looks for files without a row. */
const ORPHAN_SEARCH_DAYS = 8;

/** Keeps images that moderators have to see. Returns the number of expired images, and of files without a row. */
export async function expireMedia(
  ctx: VisitorContext,
  files: Storage = storage(),
): Promise<{ expired: number; orphans: number }> {
  return { expired: await removeExpired(ctx, files), orphans: await removeOrphans(ctx, files) };
}

/**
 * Deletes the row before its file. An image that is being attached is locked and skipped; once attached it no longer
 * expires. Images of today stay, though hidden: their bytes count towards the owner's daily quota.
 */
async function removeExpired(ctx: VisitorContext, files: Storage): Promise<number> {
  const since = new Date(ctx.now.getTime() - QUOTA_DAY_MS);
  for (let expired = 0; ;) {
    const rows = await read<{ storageKey: string }>(ctx, "media.deleteExpired")`
      DELETE FROM "Media" WHERE "postId" IS NULL AND id = ANY (ARRAY(
        SELECT id FROM "Media" WHERE "postId" IS NULL AND "expiresAt" <= ${ctx.now} AND "createdAt" <= ${since}
            AND "scheduledPostId" IS NULL
            AND NOT EXISTS (SELECT 1 FROM "ReportedMedia" r WHERE r."mediaId" = "Media".id)
          ORDER BY "expiresAt" LIMIT ${literal(BATCH)}
          FOR UPDATE SKIP LOCKED))
      RETURNING "storageKey"`;
    await Promise.all(rows.map((row) => files.remove(row.storageKey)));
    expired += rows.length;
    if (rows.length < BATCH) return expired;
  }
}

async function removeOrphans(ctx: VisitorContext, files: Storage): Promise<number> {
  let orphans = 0;
  for (let day = 0; day < ORPHAN_SEARCH_DAYS; day += 1) {
    const found: StoredFile[] = [];
    for await (const file of files.list(dayFolder(new Date(ctx.now.getTime() - day * DAY_MS)))) {
      if (file.writtenAt.getTime() < ctx.now.getTime() - ORPHANED_AFTER_MS) found.push(file);
      if (found.length === BATCH) orphans += await removeUnowned(ctx, files, found.splice(0));
    }
    orphans += await removeUnowned(ctx, files, found);
  }
  return orphans;
}

async function removeUnowned(ctx: VisitorContext, files: Storage, found: StoredFile[]): Promise<number> {
  if (found.length === 0) return 0;
  const ids = found.map(({ key }) => key.slice(key.lastIndexOf("/") + 1));
  const rows = await read<{ storageKey: string }>(ctx, "media.ofFiles")`
    SELECT "storageKey" FROM "Media" WHERE id = ANY (${ids}::text[])`;
  const owned = new Set(rows.map(({ storageKey }) => storageKey));
  const unowned = found.filter(({ key }) => !owned.has(key));
  await Promise.all(unowned.map(({ key }) => files.remove(key)));
  return unowned.length;
}
