import { type Context, idFor, read, type VisitorContext, write } from "@/lib/domain/kernel/context";
import { dispatch } from "@/lib/domain/kernel/dispatch";
import { fetchPreview } from "./fetch";
import { type PreviewedLink, siteOf } from "./links";
import { FAILURE_KEPT_MS, KEPT_MS, LEASE_MS, MAX_WAIT_MS, RETENTION_MS, SITE_PAUSE_MS } from "./rules";
import { literal, NOW, nowPlus } from "@/lib/infra/database/sql";
import { currentSandbox } from "@/lib/infra/sandbox/scope";
import { storage } from "@/lib/infra/storage/storage";

/**
 * Has the page fetched that a post links to, after the commit, unless it was lately or waits already. A sandbox fetches
 * nothing.
 */
export async function requestPreview(tx: Context, link: PreviewedLink | undefined): Promise<void> {
  if (link?.url === undefined || currentSandbox()) return;
  // Rows that need nothing are not locked: ten thousand posts may link to one page.
  await write(tx, "previews.request")`
    INSERT INTO "LinkPreview" AS known (id, url, site, "dueAt") SELECT ${link.id}, ${link.url}, ${siteOf(link.url)}, ${NOW}
     WHERE NOT EXISTS (SELECT FROM "LinkPreview" fresh WHERE fresh.id = ${link.id}
       AND (fresh."dueAt" IS NOT NULL OR fresh."staleAt" > ${NOW}))
    ON CONFLICT (id) DO UPDATE SET "dueAt" = ${NOW} WHERE known."dueAt" IS NULL`;
  tx.afterCommit(() => dispatch("previews", [link.id]));
}

interface DuePreview {
  id: string;
  url: string;
  imageId: string | null;
  leaseEndsAt: Date;
}

/** Sites that one claim looks at, of those that wait. */
const SITES_AT_ONCE = 100;

/**
 * Claims pages to fetch, at most one of each site that is not being read and was not just now, so that many links to
 * one site neither flood it nor delay others. The sites take turns: those after `after` come first.
 */
export function claimPreviews(
  ctx: VisitorContext,
  { limit, after }: { limit: number; after: string },
): Promise<(DuePreview & { site: string })[]> {
  return read<DuePreview & { site: string }>(ctx, "previews.claim")`
    WITH RECURSIVE waiting AS (
      (SELECT site, 1 AS place FROM "LinkPreview" WHERE "dueAt" IS NOT NULL AND site > ${after} ORDER BY site LIMIT 1)
      UNION ALL
      SELECT next.site, place + 1 FROM waiting, LATERAL (
        SELECT l.site FROM "LinkPreview" l WHERE l."dueAt" IS NOT NULL AND l.site > waiting.site
         ORDER BY l.site LIMIT 1) next WHERE place < ${literal(SITES_AT_ONCE)}),
    due AS (
      SELECT oldest.id FROM waiting, LATERAL (
        SELECT l.id FROM "LinkPreview" l WHERE l.site = waiting.site AND l."dueAt" <= ${NOW}
           AND (l."leaseEndsAt" IS NULL OR l."leaseEndsAt" < ${NOW})
         ORDER BY l."dueAt" LIMIT 1 FOR UPDATE SKIP LOCKED) oldest
       WHERE NOT EXISTS (SELECT FROM "LinkPreview" busy WHERE busy.site = waiting.site AND busy."dueAt" IS NOT NULL
                           AND busy."leaseEndsAt" > ${NOW})
         AND NOT EXISTS (SELECT FROM "LinkPreview" done WHERE done.site = waiting.site
                           AND done."fetchedAt" > ${nowPlus(-SITE_PAUSE_MS)})
       LIMIT ${limit})
    UPDATE "LinkPreview" l SET "leaseEndsAt" = ${nowPlus(LEASE_MS)} FROM due WHERE l.id = due.id
    RETURNING l.id, l.url, l.site, l."imageId", l."leaseEndsAt"`;
}

/**
 * Fetches a claimed page and stores what it says, unless its lease ended meanwhile and another worker has the page.
 * Call it outside any transaction.
 */
export async function fetchClaimed(ctx: VisitorContext, claimed: DuePreview): Promise<void> {
  const preview = await fetchPreview(claimed.url);
  const image = preview?.image ?? null;
  const imageId = image && idFor(ctx, "prv");
  if (image && imageId) await storage().put(imageKey(imageId), image.bytes, image.contentType);
  const { title = null, description = "", siteName = "" } = preview ?? {};
  const stored = await write(ctx, "previews.store")`
    UPDATE "LinkPreview" SET title = ${title}, description = ${description}, "siteName" = ${siteName},
           "imageId" = ${imageId}, "fetchedAt" = ${NOW}, "dueAt" = NULL, "leaseEndsAt" = NULL,
           "staleAt" = ${nowPlus(preview ? KEPT_MS : FAILURE_KEPT_MS)}
     WHERE id = ${claimed.id} AND "leaseEndsAt" = ${claimed.leaseEndsAt}`;
  const unused = stored === 1 ? claimed.imageId : imageId;
  if (unused) await storage().remove(imageKey(unused));
}

/** Returns where a preview's picture is stored. */
export const imageKey = (imageId: string): string => `previews/${imageId}`;

/** Gives up on pages that have waited too long behind others of their site. */
export async function dropOverduePreviews(ctx: VisitorContext): Promise<void> {
  await write(ctx, "previews.drop")`
    UPDATE "LinkPreview" SET "dueAt" = NULL, "fetchedAt" = COALESCE("fetchedAt", ${NOW})
     WHERE "dueAt" < ${nowPlus(-MAX_WAIT_MS)} AND ("leaseEndsAt" IS NULL OR "leaseEndsAt" < ${NOW})`;
}

const BATCH = 500;

/** Deletes previews of pages that no post has linked to for long, with their pictures. */
export async function deleteOldPreviews(ctx: VisitorContext): Promise<void> {
  for (let deleted = BATCH; deleted === BATCH;) {
    const rows = await read<{ imageId: string | null }>(ctx, "previews.deleteOld")`
      DELETE FROM "LinkPreview" WHERE id = ANY (ARRAY(
        SELECT id FROM "LinkPreview" WHERE "fetchedAt" < ${nowPlus(-RETENTION_MS)} AND "dueAt" IS NULL
         ORDER BY "fetchedAt" LIMIT ${literal(BATCH)} FOR UPDATE SKIP LOCKED))
      RETURNING "imageId"`;
    const pictures = rows.flatMap(({ imageId }) => imageId ?? []);
    await Promise.all(pictures.map((imageId) => storage().remove(imageKey(imageId))));
    deleted = rows.length;
  }
}
