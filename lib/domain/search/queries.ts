import { inTransaction, read, type VisitorContext } from "@/lib/domain/context";
import { type Page, type PageRequest, paginate } from "@/lib/domain/page";
import { listedColumns, type ListedRow, presentListed } from "@/lib/domain/people/queries";
import type { ListedPerson } from "@/lib/domain/people/schema";
import { presentTimelinePost, type TimelineRow, timelineStatement } from "@/lib/domain/timeline/present";
import type { TimelinePost } from "@/lib/domain/timeline/schema";
import { OPEN_TO_ALL } from "@/lib/domain/visibility";
import { CANDIDATES, cleanQuery, escapeLike, isWordPart, longestRun, NEWEST_POSTS, ONE_SLIP } from "./rules";
import { inTurn } from "./turn";

/**
 * People whose name or handle holds what was typed (one letter or two: begins a word with it), or nearly: whose handle
 * begins with it first, then the most followed. Where nobody does, one slip in a short name is forgiven: that finds too
 * many to be asked for first.
 */
export async function searchPeople(
  ctx: VisitorContext,
  { q, limit }: { q: string; limit: number },
): Promise<ListedPerson[]> {
  const query = cleanQuery(q).toLowerCase();
  if (query === "") return [];
  return inTurn(async () => {
    const found = await findNamed(ctx, query, limit);
    if (found.length > 0) return found;
    return inTransaction(ctx, async (tx) => {
      await tx.db.$executeRawUnsafe(`SET LOCAL pg_trgm.word_similarity_threshold = ${ONE_SLIP}`);
      return findNamed(tx, query, limit);
    });
  });
}

async function findNamed(ctx: VisitorContext, query: string, limit: number): Promise<ListedPerson[]> {
  const named = `lower(u.handle || ' ' || u.name)`;
  const letters = longestRun(query) > 0 ? escapeLike(query) : null;
  const candidates = (fitting: string) =>
    `(SELECT u.id FROM "User" u WHERE ${fitting} AND u."suspendedAt" IS NULL AND u.role <> 'SYSTEM' LIMIT ${CANDIDATES})`;
  const rows = await read<ListedRow>(
    ctx,
    "search.people",
    `WITH candidate AS (
       ${candidates(`u.handle = $2`)}
       UNION ${candidates(`${named} LIKE $3 || '%'`)}
       UNION ${candidates(`$4::text IS NOT NULL AND (${named} LIKE '%' || $4 || '%' OR $2 <% ${named})`)})
     SELECT ${listedColumns("$1")} FROM candidate JOIN "User" u USING (id)
      ORDER BY u.handle LIKE $3 || '%' DESC, ${named} LIKE '%' || $3 || '%' DESC, word_similarity($2, ${named}) DESC, u."followersCount" DESC, u.id
      LIMIT $5`,
    [ctx.actor?.id ?? "", query, letters, letters && (longestRun(query) < 3 ? ` ${letters}` : letters), limit],
  );
  return rows.map(presentListed(ctx));
}

/**
 * Public posts that hold the words that were typed, or those letters in a row; newest first. Letters that no index knows,
 * one or two or of several words, are found among the newest alone.
 */
export function searchPosts(
  ctx: VisitorContext,
  { q, ...request }: PageRequest & { q: string },
): Promise<Page<TimelinePost>> {
  const query = cleanQuery(q);
  if (query === "") return Promise.resolve({ data: [], nextCursor: null });
  const letters = escapeLike(query.toLowerCase());
  return paginate<TimelineRow, TimelinePost>(request, {
    list: ["search", "posts", query],
    rows: (after, take) =>
      inTurn(() =>
        read(ctx, "search.posts", timelineStatement(FOUND, "$1"), [
          ctx.actor?.id ?? "",
          after.at,
          after.id,
          take,
          query,
          letters,
          isWordPart(query) ? letters : null,
        ]),
      ),
    position: ({ shownAt, key }) => ({ at: shownAt, id: key }),
    present: presentTimelinePost,
  });
}

/** Whether a post holds the words that were asked for, or letters in a row. */
const holds = (post: "p" | "candidate", words: "words" | "loose", letters: `$${number}`) =>
  `(${post}."searchVector" @@ (SELECT ${words} FROM asked) OR lower(${post}.content) LIKE '%' || ${letters} || '%')`;

/**
 * Left to itself, the planner would read all posts for a word that stands in none, or sort all that hold one that stands
 * in most. So the newest are read, and the indexes asked for what is before them, where those were not enough.
 * $7 is null where the index does not help with the letters. (With OFFSET 0 it stays one process: others would be started
 * before it is known whether anything is asked.)
 *
 * The index does not know where in a post a word stands: for a phrase it gives all posts that hold its words, and of those
 * a few thousand are looked at. Of words that a post must not hold alone it knows nothing, and is not asked.
 */
const FOUND = `WITH asked AS MATERIALIZED (
    SELECT words, loose, CASE WHEN words <> loose THEN ${CANDIDATES} END AS candidates, querytree(words) NOT IN ('', 'T') AS indexed
      FROM websearch_to_tsquery('english', $5) words, LATERAL (SELECT regexp_replace(words::text, '<(-|[0-9]+)>', '&', 'g')::tsquery AS loose) l),
  newest AS MATERIALIZED (
    SELECT p.id, p."createdAt", p.content, p."searchVector" FROM "Post" p WHERE ${OPEN_TO_ALL} AND (p."createdAt", p.id) < ($2::timestamptz, $3)
     ORDER BY p."createdAt" DESC, p.id DESC LIMIT ${NEWEST_POSTS}),
  near AS MATERIALIZED (SELECT p.id, p."createdAt" FROM newest p WHERE ${holds("p", "words", "$6")} LIMIT $4),
  edge AS MATERIALIZED (
    SELECT p.id, p."createdAt" FROM newest p
     WHERE (SELECT count(*) FROM near) < $4 AND ((SELECT indexed FROM asked) OR $7::text IS NOT NULL) OFFSET ${NEWEST_POSTS - 1}),
  far AS MATERIALIZED (
    SELECT candidate.id, candidate."createdAt" FROM edge, LATERAL (
      SELECT p.id, p."createdAt", p.content, p."searchVector" FROM "Post" p
       WHERE (p."createdAt", p.id) < (edge."createdAt", edge.id) AND ${OPEN_TO_ALL} AND ${holds("p", "loose", "$7")}
      OFFSET 0 LIMIT (SELECT candidates FROM asked)) candidate
     WHERE ${holds("candidate", "words", "$7")})
  SELECT id AS "postId", "createdAt" AS at, id AS key, NULL AS "reposterId" FROM (TABLE near UNION ALL TABLE far) found
   ORDER BY at DESC, key DESC LIMIT $4`;
