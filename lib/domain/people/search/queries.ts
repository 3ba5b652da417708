import { inTransaction, read, type VisitorContext, write } from "@/lib/domain/kernel/context";
import { type After, paginate } from "@/lib/domain/kernel/page/keyset";
import type { Page, PageRequest } from "@/lib/domain/kernel/page/schema";
import { presentPost } from "@/lib/domain/writing/posts/present";
import type { Post } from "@/lib/domain/writing/posts/schema";
import { listedColumns, type ListedRow, presentListed } from "@/lib/domain/people/directory/queries";
import type { ListedPerson } from "@/lib/domain/people/directory/schema";
import { presentTimelinePost, type TimelineRow, timelineStatement } from "@/lib/domain/writing/posts/present";
import type { TimelinePost } from "@/lib/domain/writing/posts/schema";
import { audiblePerson, OPEN_TO_ALL, visiblePerson } from "@/lib/domain/kernel/visibility";
import { wordScreen } from "@/lib/domain/people/screening/screen";
import { CANDIDATES, cleanQuery, escapeLike, isWordPart, longestRun, NEWEST_POSTS, ONE_TYPO_SIMILARITY } from "./rules";
import { withSearchPermit } from "./permits";
import { literal, type Sql, sql } from "@/lib/infra/database/sql";

/**
 * Finds people whose name or handle contains the query, or nearly does (one or two letters: has a word that begins with
 * it). Handles that begin with it come first, then the most followed. If there are none, tolerates one typo in a short
 * name, which matches too many people to be tried first.
 */
export async function searchPeople(
  ctx: VisitorContext,
  { q, limit }: { q: string; limit: number },
): Promise<ListedPerson[]> {
  const query = cleanQuery(q).toLowerCase();
  if (query === "") return [];
  return withSearchPermit(async () => {
    const found = await findNamed(ctx, query, limit);
    if (found.length > 0 || ctx.replica?.isPrimaryUnavailable) return found;
    const nearly = inTransaction(ctx, async (tx) => {
      const tolerance = sql`SET LOCAL pg_trgm.word_similarity_threshold = ${literal(ONE_TYPO_SIMILARITY)}`;
      await write(tx, "search.tolerance")`${tolerance}`;
      return findNamed(tx, query, limit);
    });
    return nearly.catch(async (error: unknown) => {
      // Tolerance needs a transaction, and so the primary.
      if (await ctx.replica?.recheckPrimaryUnavailable()) return found;
      throw error;
    });
  });
}

/** Searches people like `searchPeople`, as the public API returns them. */
export async function findPeople(
  ctx: VisitorContext,
  search: { q: string; limit: number },
): Promise<{ data: ListedPerson[] }> {
  return { data: await searchPeople(ctx, search) };
}

async function findNamed(ctx: VisitorContext, query: string, limit: number): Promise<ListedPerson[]> {
  const named = sql`lower(u.handle || ' ' || u.name)`;
  const folded = sql`lower(normalize(u.handle || ' ' || u.name, NFKC))`;
  const letters = longestRun(query) > 0 ? escapeLike(query) : null;
  const part = letters && (longestRun(query) < 3 ? ` ${letters}` : letters);
  const viewer = ctx.actor?.id ?? "";
  const candidates = (fitting: Sql) =>
    sql`(SELECT u.id FROM "User" u WHERE ${fitting} AND u."suspendedAt" IS NULL AND u."limitedAt" IS NULL
        AND u.role <> 'SYSTEM'
      LIMIT ${literal(CANDIDATES)})`;
  const rows = await read<ListedRow>(ctx, "search.people")`
    WITH candidate AS (
      ${candidates(sql`u.handle = ${query}`)}
      UNION ${candidates(sql`${named} LIKE ${letters} || '%'`)}
      UNION ${candidates(sql`${part}::text IS NOT NULL AND (${named} LIKE '%' || ${part} || '%' OR ${query} <% ${named})`)}
      UNION ${candidates(sql`u.name IS NOT NFKC NORMALIZED AND ${folded} LIKE '%' || ${part} || '%'`)})
    SELECT ${listedColumns(viewer)} FROM candidate JOIN "User" u USING (id)
     WHERE ${visiblePerson(viewer, sql`u.id`)}
     ORDER BY u.handle LIKE ${letters} || '%' DESC, ${folded} LIKE '%' || ${letters} || '%' DESC, word_similarity(${query}, ${folded}) DESC, u."followersCount" DESC, u.id
     LIMIT ${limit}`;
  return rows.map(presentListed(ctx));
}

/**
 * Finds public posts that contain the query's words, or its letters in sequence; newest first. Letters without an index
 * entry (one or two, or those of several words) are searched among the newest posts only.
 */
export function searchPosts(ctx: VisitorContext, request: PageRequest & { q: string }): Promise<Page<TimelinePost>> {
  return search(ctx, request, presentTimelinePost);
}

/** Searches posts like `searchPosts`, as the public API returns them. */
export function findPosts(ctx: VisitorContext, request: PageRequest & { q: string }): Promise<Page<Post>> {
  return search(ctx, request, presentPost);
}

function search<T>(
  ctx: VisitorContext,
  { q, ...request }: PageRequest & { q: string },
  present: (row: TimelineRow) => T,
): Promise<Page<T>> {
  const query = cleanQuery(q);
  if (query === "") return Promise.resolve({ data: [], nextCursor: null });
  const letters = escapeLike(query.toLowerCase());
  const viewer = ctx.actor?.id ?? "";
  return paginate<TimelineRow, T>(request, {
    list: ["search", "posts", query],
    screen: wordScreen(ctx),
    rows: (after, take) => {
      const statement = timelineStatement(ctx, found({ query, letters, viewer, after, take }));
      return withSearchPermit(() => read<TimelineRow>(ctx, `search.posts.${ctx.channel}`)`${statement}`);
    },
    position: ({ shownAt, key }) => ({ at: shownAt, id: key }),
    present,
  });
}

type SearchedPost = "p" | "candidate";
type Words = "words" | "loose";

const holds = (post: SearchedPost, words: Words, letters: string | null) => {
  const [p, asked] = [literal(post), literal(words)];
  return sql`(${p}."searchVector" @@ (SELECT ${asked} FROM asked)
    OR lower(${p}.content) LIKE '%' || ${letters}::text || '%')`;
};

/** Text in decomposed letters, full width or the like is also searched in its compatible form. */
const holdsFolded = (post: SearchedPost, words: Words, letters: string | null) => {
  const [p, asked] = [literal(post), literal(words)];
  const folded = sql`normalize(${p}.content, NFKC)`;
  return sql`(${p}.content IS NOT NFKC NORMALIZED AND (to_tsvector('english', ${folded}) @@ (SELECT ${asked} FROM asked)
    OR lower(${folded}) LIKE '%' || ${letters}::text || '%'))`;
};

interface PostSearch {
  query: string;
  /** In lower case, escaped for LIKE. */
  letters: string;
  viewer: string;
  after: After;
  take: number;
}

/**
 * On its own, the planner would scan all posts for a word that is in none, or sort all matches of a word that is in
 * most. So this scans the newest posts, and queries the indexes for older ones if those were not enough. `indexed` is
 * null if no index helps with the letters. (OFFSET 0 keeps it a single process: parallel workers would start before it
 * is known whether they are needed.)
 *
 * The index does not store the positions of words in a post: for a phrase it returns all posts with its words, of which
 * a few thousand are checked. It cannot find posts by excluded words, and is not queried for those alone.
 */
function found({ query, letters, viewer, after, take }: PostSearch): Sql {
  const indexed = isWordPart(query) ? letters : null;
  const older = (has: typeof holds) => sql`
    SELECT candidate.id, candidate."createdAt" FROM edge, LATERAL (
      SELECT p.id, p."createdAt", p."authorId", p.content, p."searchVector" FROM "Post" p
       WHERE (p."createdAt", p.id) < (edge."createdAt", edge.id) AND ${OPEN_TO_ALL} AND ${has("p", "loose", indexed)}
      OFFSET 0 LIMIT (SELECT candidates FROM asked)) candidate
     WHERE ${has("candidate", "words", indexed)} AND ${audiblePerson(viewer, sql`candidate."authorId"`)}`;
  return sql`WITH asked AS MATERIALIZED (
    SELECT words, loose, CASE
      WHEN words <> loose THEN ${literal(CANDIDATES)} END AS candidates, querytree(words) NOT IN ('', 'T') AS indexed
      FROM websearch_to_tsquery('english', ${query}) words, LATERAL (SELECT regexp_replace(words::text, '<(-|[0-9]+)>', '&', 'g')::tsquery AS loose) l),
  newest AS MATERIALIZED (
    SELECT p.id, p."createdAt", p."authorId", p.content, p."searchVector" FROM "Post" p
      WHERE ${OPEN_TO_ALL} AND (p."createdAt", p.id) < (${after.at}::timestamptz, ${after.id})
     ORDER BY p."createdAt" DESC, p.id DESC LIMIT ${literal(NEWEST_POSTS)}),
  near AS MATERIALIZED (SELECT p.id, p."createdAt" FROM newest p
    WHERE (${holds("p", "words", letters)} OR ${holdsFolded("p", "words", letters)})
    AND ${audiblePerson(viewer, sql`p."authorId"`)} LIMIT ${take}),
  edge AS MATERIALIZED (
    SELECT p.id, p."createdAt" FROM newest p
     WHERE (SELECT count(*) FROM near) < ${take} AND ((SELECT indexed FROM asked) OR ${indexed}::text IS NOT NULL)
     OFFSET ${literal(NEWEST_POSTS - 1)}),
  far AS MATERIALIZED (
    ${older(holds)} UNION ${older(holdsFolded)})
  SELECT id AS "postId", "createdAt" AS at, id AS key, NULL AS "reposterId" FROM (TABLE near UNION ALL TABLE far) found
   ORDER BY at DESC, key DESC LIMIT ${take}`;
}
