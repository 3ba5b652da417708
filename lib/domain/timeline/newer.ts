import { read, type VisitorContext } from "@/lib/domain/context";
import { screened, type ScreenedRow, wordsVersionColumn } from "@/lib/domain/screening/screen";
import { feedPost } from "@/lib/domain/visibility";
import { literal, none, sql } from "@/lib/infra/database/sql";
import { MAX_NEWER, NEWEST_LOOKED_AT } from "./rules";
import type { FeedName } from "./schema";

/** Counts the public posts by others that came into a feed after one, up to `MAX_NEWER`. */
export async function countNewer(
  ctx: VisitorContext,
  { after, feed }: { after: Date; feed: FeedName },
): Promise<{ count: number }> {
  const viewerId = ctx.actor?.id ?? "";
  const followed = sql`AND p."authorId" IN (SELECT "followeeId" FROM "Follow" WHERE "followerId" = ${viewerId})`;
  const newer = sql`SELECT p.id, p."authorId" AS "personId", p.content FROM (
         SELECT p.id, p."authorId", p.content FROM "Post" p
          WHERE ${feedPost(viewerId)} AND p."createdAt" > ${after}::timestamptz
          ORDER BY p."createdAt" DESC, p.id DESC LIMIT ${literal(NEWEST_LOOKED_AT)}) p
        WHERE p."authorId" <> ${viewerId} ${feed === "for-you" ? followed : none} LIMIT ${literal(MAX_NEWER)}`;
  const [row] = await read<{ count: number; wordsVersion: number }>(ctx, `timeline.newer.${feed}`)`
    SELECT count(*)::int AS count, ${wordsVersionColumn(viewerId)} FROM (${newer}) newer`;
  if (!row || row.wordsVersion === 0 || row.count === 0) return { count: row?.count ?? 0 };
  const rows = await read<ScreenedRow>(ctx, `timeline.newerContent.${feed}`)`
    SELECT newer.*, ${wordsVersionColumn(viewerId)},
     (SELECT json_agg(json_build_object('alt', m.alt)) FROM "Media" m WHERE m."postId" = newer.id) AS media
    FROM (${newer}) newer`;
  return { count: (await screened(ctx, rows)).length };
}
