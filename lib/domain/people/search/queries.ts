import { inTransaction, read, type VisitorContext, write } from "@/lib/domain/kernel/context";
import type { Page, PageRequest } from "@/lib/domain/kernel/page/schema";
import { presentPost, presentTimelinePost, type TimelineRow } from "@/lib/domain/writing/posts/present";
import { readTimeline } from "@/lib/domain/writing/posts/queries";
import type { Post, TimelinePost } from "@/lib/domain/writing/posts/schema";
import { listedColumns, type ListedRow, presentListed } from "@/lib/domain/people/directory/queries";
import type { ListedPerson } from "@/lib/domain/people/directory/schema";
import { audiblePerson, OPEN_TO_ALL, visiblePerson } from "@/lib/domain/kernel/visibility";
import { wordScreen } from "@/lib/domain/people/screening/screen";
import { askedWords, askedWordsOf, authorCalled, type Searched, searchPage } from "./matching";
import { parseSearch, type Search } from "./operators";
import { withSearchPermit } from "./permits";
import {
  CANDIDATES,
  CANDIDATES_BY_BIO,
  escapeLike,
  isWordPart,
  longestRun,
  NEWEST_POSTS,
  ONE_TYPO_SIMILARITY,
} from "./rules";
import { literal, type Sql, sql } from "@/lib/infra/database/sql";

/**
 * Finds people whose name or handle contains the query, or nearly does (one or two letters: has a word that begins with
 * it), or whose bio has its words or contains it. Handles that begin with it come first, then names, then bios; among
 * equals, the most followed. If there are none, tolerates one typo in a short name, which matches too many people to be
 * tried first.
 */
export async function searchPeople(
  ctx: VisitorContext,
  { q, limit }: { q: string; limit: number },
): Promise<ListedPerson[]> {
  const query = parseSearch(q, "people").words.toLowerCase();
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
  const bio = sql`normalize(u.bio, NFKC)`;
  const vector = sql`to_tsvector('english', ${bio})`;
  const inBio = isWordPart(query) ? letters : null;
  const described = (fitting: Sql) =>
    sql`(SELECT u.id, u.bio FROM "User" u WHERE u.bio <> '' AND ${fitting} AND u."suspendedAt" IS NULL
        AND u."limitedAt" IS NULL AND u.role <> 'SYSTEM'
      OFFSET 0 LIMIT ${literal(CANDIDATES_BY_BIO)})`;
  const rows = await read<ListedRow>(ctx, "search.people")`
    WITH asked AS MATERIALIZED (
      -- Words that are only excluded would find everybody else.
      SELECT words, loose FROM ${askedWordsOf(query)} WHERE querytree(words) NOT IN ('', 'T')),
    named AS (
      ${candidates(sql`u.handle = ${query}`)}
      UNION ${candidates(sql`${named} LIKE ${letters} || '%'`)}
      UNION ${candidates(sql`${part}::text IS NOT NULL AND (${named} LIKE '%' || ${part} || '%' OR ${query} <% ${named})`)}
      UNION ${candidates(sql`u.name IS NOT NFKC NORMALIZED AND ${folded} LIKE '%' || ${part} || '%'`)}),
    described AS (
      SELECT u.id FROM ${described(sql`${vector} @@ ${askedWords("loose")}`)} u WHERE ${vector} @@ ${askedWords("words")}
      UNION SELECT u.id FROM ${described(sql`lower(${bio}) LIKE '%' || ${inBio}::text || '%'`)} u),
    candidate AS (
      SELECT id, bool_or(by_name) AS by_name
        FROM (SELECT id, true AS by_name FROM named UNION ALL SELECT id, false FROM described) found GROUP BY id)
    SELECT ${listedColumns(viewer)} FROM candidate JOIN "User" u USING (id)
     WHERE ${visiblePerson(viewer, sql`u.id`)}
     ORDER BY u.handle LIKE ${letters} || '%' DESC, ${folded} LIKE '%' || ${letters} || '%' DESC, by_name DESC,
              CASE WHEN by_name THEN word_similarity(${query}, ${folded}) END DESC NULLS LAST, u."followersCount" DESC, u.id
     LIMIT ${limit}`;
  return rows.map(presentListed(ctx));
}

/**
 * Finds public posts by their words, or by letters in sequence; newest first. Letters without an index entry (one or
 * two, or those of several words) are searched among the newest posts only. With an author, or without words, it looks
 * at the posts in their order, so many for a page.
 */
export function searchPosts(ctx: VisitorContext, request: PageRequest & { q: string }): Promise<Page<TimelinePost>> {
  return searchIn(ctx, request, presentTimelinePost);
}

/** Searches posts like `searchPosts`, as the public API returns them. */
export function findPosts(ctx: VisitorContext, request: PageRequest & { q: string }): Promise<Page<Post>> {
  return searchIn(ctx, request, presentPost);
}

function searchIn<T>(
  ctx: VisitorContext,
  request: PageRequest & { q: string },
  present: (row: TimelineRow) => T,
): Promise<Page<T>> {
  return searchPage<TimelineRow, T>(ctx, request, {
    kind: "posts",
    searched: (search) => [searchedPosts(ctx.actor?.id ?? "", search)],
    read: (found, shape) => {
      const shown = sql`SELECT id AS "postId", at, id AS key, NULL AS "reposterId" FROM (${found}) found`;
      return readTimeline(ctx, `search.posts.${ctx.channel}.${shape}`, shown);
    },
    position: ({ shownAt, key }) => ({ at: shownAt, id: key }),
    present,
    screen: wordScreen(ctx),
  });
}

function searchedPosts(viewerId: string, { from, hasImage }: Search): Searched {
  const hasImages = sql`EXISTS (SELECT FROM "Media" m WHERE m."postId" = p.id)`;
  const audible = audiblePerson(viewerId, sql`p."authorId"`);
  return {
    row: "p",
    table: sql`"Post" p`,
    at: sql`p."createdAt"`,
    id: sql`p.id`,
    columns: sql`p.id, p."createdAt", p."authorId", p.content, p."searchVector"`,
    open: OPEN_TO_ALL,
    shown: hasImage ? sql`${audible} AND ${hasImages}` : audible,
    written:
      from === undefined ? undefined : sql`p."authorId" = ${authorCalled(from, audiblePerson(viewerId, sql`u.id`))}`,
    isNarrow: hasImage,
    holds: [holds, holdsFolded],
    newest: NEWEST_POSTS,
  };
}

const holds: Searched["holds"][number] = (asked, letters) =>
  sql`(p."searchVector" @@ ${askedWords(asked)} OR lower(p.content) LIKE '%' || ${letters}::text || '%')`;

/** Text in decomposed letters, full width or the like is also searched in its compatible form. */
const holdsFolded: Searched["holds"][number] = (asked, letters) => {
  const folded = sql`normalize(p.content, NFKC)`;
  return sql`(p.content IS NOT NFKC NORMALIZED AND (to_tsvector('english', ${folded}) @@ ${askedWords(asked)}
    OR lower(${folded}) LIKE '%' || ${letters}::text || '%'))`;
};
