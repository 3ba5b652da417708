import { type Context, read, type VisitorContext } from "@/lib/domain/kernel/context";
import { notFound } from "@/lib/domain/kernel/errors";
import { type After, firstRows, newestFirst, paginate, type Screen } from "@/lib/domain/kernel/page/keyset";
import type { Page, PageRequest } from "@/lib/domain/kernel/page/schema";
import { countView } from "./views";
import {
  audiblePerson,
  feedPost,
  PUBLIC_POST,
  publicPost,
  visibleProfile,
  visibleTo,
  visibleToFollower,
} from "@/lib/domain/kernel/visibility";
import { screened, type ScreenedRow, wordScreen, wordsVersionColumn } from "@/lib/domain/people/screening/screen";
import { type LinkColumns, withPreviews } from "@/lib/domain/writing/previews/queries";
import {
  type MetricsRow,
  presentMetrics,
  presentTimelinePost,
  presentViewer,
  quotedColumn,
  type TimelineRow,
  viewerColumns,
  type ViewerRow,
} from "./present";
import { readTimeline } from "./queries";
import type { FeedName, PostCounts, TimelinePost } from "./schema";
import { literal, none, type Sql, sql } from "@/lib/infra/database/sql";
import { MAX_NEWER, NEWEST_LOOKED_AT } from "./rules";

type Timeline = Page<TimelinePost>;

export function listEveryone(ctx: VisitorContext, request: PageRequest): Promise<Timeline> {
  return timeline(ctx, request, {
    list: ["everyone"],
    screen: wordScreen(ctx),
    shown: ({ after, take }) =>
      firstRows(
        take,
        sql`SELECT ${OWN} FROM "Post" p
          WHERE ${feedPost(ctx.actor?.id ?? "")} AND ${postsAfter(after)}
          ORDER BY p."createdAt" DESC, p.id DESC`,
      ),
  });
}

/**
 * Lists what the viewer and the people whom they follow posted and reposted, and public posts with tags that the
 * viewer follows. Each post is in it once: reposts of posts by that circle are omitted, all but the newest of several
 * reposts, and tagged posts that the circle wrote or reposted.
 */
export function listForYou(ctx: Context, request: PageRequest): Promise<Timeline> {
  const viewerId = ctx.actor.id;
  return timeline(ctx, request, {
    list: ["for-you", viewerId],
    screen: wordScreen(ctx),
    // A page of n rows has at most the n authors who posted last, and nothing older than the oldest of their latest
    // posts. OFFSET 0 makes the planner sort first, so that visibility is checked only for authors who may be on it.
    shown: ({ after, take }) => sql`WITH circle AS MATERIALIZED (
        SELECT "followeeId" AS id FROM "Follow"
          WHERE "followerId" = ${viewerId} AND "followeeId" <> ${viewerId}
        UNION ALL SELECT ${viewerId}),
      author AS MATERIALIZED (
        SELECT id, at FROM (
          SELECT circle.id, latest.at FROM circle, LATERAL (${postsOf(viewerId, after, sql`circle`)} LIMIT 1) latest
            ORDER BY latest.at DESC, latest.key DESC OFFSET 0) ranked
          WHERE ${audiblePerson(viewerId, sql`ranked.id`)} LIMIT ${take}),
      oldest AS MATERIALIZED (SELECT coalesce((SELECT at FROM author OFFSET ${take - 1}), '-infinity') AS at)
      (SELECT own.* FROM oldest, author, LATERAL (${postsOf(viewerId, after, sql`author`, sql`oldest.at`)}
          LIMIT ${take}) own)
      UNION ALL
      (SELECT reposted.* FROM oldest, circle, LATERAL (
         SELECT ${REPOSTED} FROM "Repost" t JOIN "Post" p ON p.id = t."postId"
          WHERE t."userId" = circle.id AND t."createdAt" >= oldest.at AND ${repostsAfter(after)} AND ${PUBLIC_POST}
            AND ${audiblePerson(viewerId, sql`t."userId"`)} AND ${audiblePerson(viewerId, sql`p."authorId"`)}
            AND p."authorId" NOT IN (SELECT id FROM circle)
            AND NOT EXISTS (SELECT 1 FROM "Repost" later WHERE later."postId" = t."postId" AND ${IN_CIRCLE}
                             AND ${audiblePerson(viewerId, sql`later."userId"`)}
                             AND (later."createdAt", later."userId") > (t."createdAt", t."userId"))
          ORDER BY t."createdAt" DESC, t."postId" DESC LIMIT ${take}) reposted)
      UNION ALL
      (SELECT DISTINCT tagged.* FROM oldest, "TagFollow" followed, LATERAL (
         SELECT t."postId", t."createdAt", t."postId" AS key, NULL FROM "PostTag" t
          WHERE t."createdAt" >= oldest.at AND t."authorId" NOT IN (SELECT id FROM circle)
            AND ${audiblePerson(viewerId, sql`t."authorId"`)}
            AND NOT EXISTS (SELECT 1 FROM "Repost" later WHERE later."postId" = t."postId" AND ${IN_CIRCLE}
                             AND ${audiblePerson(viewerId, sql`later."userId"`)})
            AND ${newestFirst(TAGGED, after, [{ column: sql`t.tag`, value: sql`followed.tag` }])} LIMIT ${take}) tagged
        WHERE followed."userId" = ${viewerId})
      ORDER BY at DESC, key DESC LIMIT ${take}`,
  });
}

/** Selects what the viewer may see of the posts of `person`, a table with an `id`; newest first. */
function postsOf(viewerId: string, after: After, person: Sql, since = sql`'-infinity'`): Sql {
  return sql`SELECT ${OWN} FROM "Post" p
    WHERE p."authorId" = ${person}.id AND ${visibleToFollower(viewerId)}
      AND p."createdAt" >= ${since} AND ${postsAfter(after)}
    ORDER BY p."createdAt" DESC, p.id DESC`;
}

const TAGGED = { at: sql`t."createdAt"`, id: sql`t."postId"` };

/** Written so that the circle is looked up in a hash: a post may have thousands of reposts. */
const IN_CIRCLE = sql`(later."userId" IN (SELECT id FROM circle)) IS TRUE`;

/** Lists what somebody posted, as far as the viewer may see it, and what they reposted. */
export function listPostsOf(
  ctx: VisitorContext,
  { handle, ...request }: PageRequest & { handle: string },
): Promise<Timeline> {
  const viewerId = ctx.actor?.id ?? "";
  const owner = idOf(handle, viewerId);
  return timeline(ctx, request, {
    list: ["posts-of", handle, viewerId],
    shown: ({ after, take }) => sql`(SELECT ${OWN} FROM "Post" p
              WHERE p."authorId" = ${owner} AND ${visibleTo("session", viewerId)} AND ${postsAfter(after)}
              ORDER BY p."createdAt" DESC, p.id DESC LIMIT ${take})
            UNION ALL
            (SELECT ${REPOSTED} FROM "Repost" t JOIN "Post" p ON p.id = t."postId"
              WHERE t."userId" = ${owner} AND ${repostsAfter(after)} AND ${publicPost(viewerId)} AND p."authorId" <> ${owner}
              ORDER BY t."createdAt" DESC, t."postId" DESC LIMIT ${take})
            ORDER BY at DESC, key DESC LIMIT ${take}`,
  });
}

export function listMediaOf(
  ctx: VisitorContext,
  { handle, ...request }: PageRequest & { handle: string },
): Promise<Timeline> {
  const viewerId = ctx.actor?.id ?? "";
  return timeline(ctx, request, {
    list: ["media-of", handle, viewerId],
    shown: ({ after, take }) => sql`SELECT ${OWN} FROM "Post" p
             WHERE p."authorId" = ${idOf(handle, viewerId)} AND ${visibleTo("session", viewerId)}
             AND EXISTS (SELECT 1 FROM "Media" m WHERE m."postId" = p.id)
               AND ${postsAfter(after)}
             ORDER BY p."createdAt" DESC, p.id DESC LIMIT ${take}`,
  });
}

/**
 * Returns the counts of an open post, and what the viewer did to it. Counts no view: the page asks again and again.
 * @throws DomainError `not_found`
 */
export async function getCounts(ctx: VisitorContext, { id }: { id: string }): Promise<PostCounts> {
  const viewerId = ctx.actor?.id ?? "";
  const [row] = await read<MetricsRow & ViewerRow>(ctx, "timeline.counts")`
    SELECT p."likesCount", p."commentsCount", p."repostsCount", p."quotesCount", p."viewsCount",
           ${viewerColumns(viewerId)}
      FROM "Post" p JOIN "User" u ON u.id = p."authorId" WHERE p.id = ${id} AND ${visibleTo("session", viewerId)}`;
  if (!row) throw notFound();
  return { metrics: presentMetrics(row), viewer: presentViewer(row) };
}

/** Returns the post that somebody pinned to their profile; null if there is none, or the viewer may not see it. */
export async function getPinnedPost(ctx: VisitorContext, { handle }: { handle: string }): Promise<TimelinePost | null> {
  const viewerId = ctx.actor?.id ?? "";
  const shown = sql`SELECT p.id AS "postId", p."createdAt" AS at, 'pinned:' || p.id AS key, NULL AS "reposterId"
      FROM "Post" p WHERE p."authorId" = ${idOf(handle, viewerId)} AND p."pinnedAt" IS NOT NULL
       AND ${visibleTo("session", viewerId)}`;
  const [row] = await readTimeline(ctx, "timeline.pinned", shown);
  return row ? presentTimelinePost(row) : null;
}

/** Lists the viewer's bookmarks, newest first. Omits posts that they may no longer see. */
export function listBookmarksTimeline(ctx: Context, request: PageRequest): Promise<Timeline> {
  const viewerId = ctx.actor.id;
  return timeline(ctx, request, {
    list: ["bookmarked", viewerId],
    shown: ({ after, take }) => sql`SELECT b."postId", b."createdAt" AS at, b."postId" AS key, NULL AS "reposterId"
              FROM "Bookmark" b JOIN "Post" p ON p.id = b."postId"
             WHERE b."userId" = ${viewerId} AND ${visibleTo("session", viewerId)}
               AND (b."createdAt", b."postId") < (${after.at}::timestamptz, ${after.id})
             ORDER BY b."createdAt" DESC, b."postId" DESC LIMIT ${take}`,
  });
}

/** Counts a view unless the post is the viewer's own. */
export async function getTimelinePost(ctx: VisitorContext, { id }: { id: string }): Promise<TimelinePost> {
  const viewerId = ctx.actor?.id ?? "";
  const shown = sql`SELECT ${OWN} FROM "Post" p WHERE p.id = ${id} AND ${visibleTo("session", viewerId)}`;
  const [row] = await readTimeline(ctx, "timeline.one", shown);
  if (!row) throw notFound();
  if (row.personId !== ctx.actor?.id) ctx.afterCommit(() => countView(id));
  return presentTimelinePost(row);
}

const idOf = (handle: string, viewerId: string) =>
  sql`(SELECT id FROM "User" WHERE handle = ${handle} AND ${visibleProfile(viewerId, "User")})`;

const OWN = sql`p.id AS "postId", p."createdAt" AS at, p.id AS key, NULL AS "reposterId"`;

const REPOSTED = sql`t."postId", t."createdAt", t."postId" || ':' || t."userId", t."userId"`;

const postsAfter = (after: After) => sql`(p."createdAt", p.id) < (${after.at}::timestamptz, ${after.id})`;

/** The index returns one person's reposts by time; the second condition breaks ties as the list's key does. */
const repostsAfter = (after: After) =>
  sql`t."createdAt" <= ${after.at}::timestamptz
    AND (t."createdAt", t."postId" || ':' || t."userId") < (${after.at}::timestamptz, ${after.id})`;

interface Listing {
  /** The list's name and everything that filters it. */
  list: [name: string, ...filters: string[]];
  /** Selects `"postId"`, `at`, `key` and `"reposterId"` of the next rows. */
  shown(page: { after: After; take: number }): Sql;
  screen?: Screen<TimelineRow>;
}

function timeline(ctx: VisitorContext, request: PageRequest, { list, shown, screen }: Listing): Promise<Timeline> {
  return paginate<TimelineRow, TimelinePost>(request, {
    list: ["timeline", ...list],
    rows: (after, take) => readTimeline(ctx, `timeline.${list[0]}`, shown({ after, take })),
    position: ({ shownAt, key }) => ({ at: shownAt, id: key }),
    present: presentTimelinePost,
    screen,
  });
}

/** Counts the public posts by others that came into a feed after one, up to `MAX_NEWER`. */
export async function countNewer(
  ctx: VisitorContext,
  { after, feed }: { after: Date; feed: FeedName },
): Promise<{ count: number }> {
  const viewerId = ctx.actor?.id ?? "";
  const followed = sql`AND (p."authorId" IN (SELECT "followeeId" FROM "Follow" WHERE "followerId" = ${viewerId})
    OR p.tags && ARRAY(SELECT f.tag COLLATE "default" FROM "TagFollow" f WHERE f."userId" = ${viewerId}))`;
  const newer = sql`SELECT p.id, p."authorId" AS "personId", p.content, p.warning FROM (
         SELECT p.id, p."authorId", p.content, p.warning, p.tags FROM "Post" p
          WHERE ${feedPost(viewerId)} AND p."createdAt" > ${after}::timestamptz
          ORDER BY p."createdAt" DESC, p.id DESC LIMIT ${literal(NEWEST_LOOKED_AT)}) p
        WHERE p."authorId" <> ${viewerId} ${feed === "for-you" ? followed : none} LIMIT ${literal(MAX_NEWER)}`;
  const [row] = await read<{ count: number; wordsVersion: number }>(ctx, `timeline.newer.${feed}`)`
    SELECT count(*)::int AS count, ${wordsVersionColumn(viewerId)} FROM (${newer}) newer`;
  if (!row || row.wordsVersion === 0 || row.count === 0) return { count: row?.count ?? 0 };
  const rows = await read<ScreenedRow & LinkColumns>(ctx, `timeline.newerContent.${feed}`)`
    SELECT newer.*, ${wordsVersionColumn(viewerId)}, ${quotedColumn(ctx.channel, viewerId)}, p."linkKind", p."linkId",
     (SELECT json_agg(json_build_object('alt', m.alt)) FROM "Media" m WHERE m."postId" = newer.id) AS media
    FROM (${newer}) newer JOIN "Post" p ON p.id = newer.id`;
  return { count: (await screened(ctx, await withPreviews(ctx, rows))).length };
}
