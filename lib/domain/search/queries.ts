import { inTransaction, read, type VisitorContext } from "@/lib/domain/context";
import { type Page, type PageRequest, paginate } from "@/lib/domain/page";
import { listedColumns, type ListedRow, presentListed } from "@/lib/domain/people/queries";
import type { ListedPerson } from "@/lib/domain/people/schema";
import { presentTimelinePost, type TimelineRow, timelineStatement } from "@/lib/domain/timeline/present";
import type { TimelinePost } from "@/lib/domain/timeline/schema";
import { cleanQuery, escapeLike, ONE_SLIP } from "./rules";

/**
 * People whose name or handle holds what was typed, or nearly: whose handle begins with it first, then the most followed.
 * Where nobody does, one slip in a short name is forgiven: that finds too many to be asked for first.
 */
export async function searchPeople(ctx: VisitorContext, { q, limit }: { q: string; limit: number }): Promise<ListedPerson[]> {
  const query = cleanQuery(q).toLowerCase();
  if (query === "") return [];
  const found = await findNamed(ctx, query, limit);
  if (found.length > 0) return found;
  return inTransaction(ctx, async (tx) => {
    await tx.db.$executeRawUnsafe(`SET LOCAL pg_trgm.word_similarity_threshold = ${ONE_SLIP}`);
    return findNamed(tx, query, limit);
  });
}

async function findNamed(ctx: VisitorContext, query: string, limit: number): Promise<ListedPerson[]> {
  const named = `lower(u.handle || ' ' || u.name)`;
  const rows = await read<ListedRow>(
    ctx,
    "search.people",
    `SELECT ${listedColumns("$1")} FROM "User" u
      WHERE (${named} LIKE '%' || $3 || '%' OR $2 <% ${named}) AND u."suspendedAt" IS NULL AND u.role <> 'SYSTEM'
      ORDER BY u.handle LIKE $3 || '%' DESC, ${named} LIKE '%' || $3 || '%' DESC, word_similarity($2, ${named}) DESC, u."followersCount" DESC, u.id
      LIMIT $4`,
    [ctx.actor?.id ?? "", query, escapeLike(query), limit],
  );
  return rows.map(presentListed(ctx));
}

/** Public posts that hold the words that were typed, or those letters in a row; newest first. */
export function searchPosts(ctx: VisitorContext, { q, ...request }: PageRequest & { q: string }): Promise<Page<TimelinePost>> {
  const query = cleanQuery(q);
  if (query === "") return Promise.resolve({ data: [], nextCursor: null });
  const shown = `SELECT p.id AS "postId", p."createdAt" AS at, p.id AS key, NULL AS "reposterId" FROM "Post" p
    WHERE p."deletedAt" IS NULL AND p.audience = 'PUBLIC' AND p."communityId" IS NULL AND p."priceCoins" IS NULL
      AND (to_tsvector('english', p.content) @@ websearch_to_tsquery('english', $5) OR lower(p.content) LIKE '%' || $6 || '%')
      AND (p."createdAt", p.id) < ($2::timestamptz, $3)
    ORDER BY p."createdAt" DESC, p.id DESC LIMIT $4`;
  return paginate<TimelineRow, TimelinePost>(request, {
    list: ["search", "posts", query],
    rows: (after, take) =>
      read(ctx, "search.posts", timelineStatement(shown, "$1"), [ctx.actor?.id ?? "", after.at, after.id, take, query, escapeLike(query.toLowerCase())]),
    position: ({ shownAt, key }) => ({ at: shownAt, id: key }),
    present: presentTimelinePost,
  });
}
