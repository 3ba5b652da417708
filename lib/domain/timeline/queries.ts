import { type Context, read, type VisitorContext } from "@/lib/domain/context";
import { notFound } from "@/lib/domain/errors";
import { firstRows, type Page, type PageRequest, paginate } from "@/lib/domain/page";
import { countView } from "@/lib/domain/posts/views";
import { OPEN_TO_ALL, PUBLIC_POST, visibleTo, visibleToFollower } from "@/lib/domain/visibility";
import { presentTimelinePost, type TimelineRow, timelineStatement } from "./present";
import { MOST_NEWER, NEWEST_LOOKED_AT } from "./rules";
import type { FeedName, TimelinePost } from "./schema";

type Timeline = Page<TimelinePost>;

/** The public feed, with what the reader did with each post. */
export function listEveryone(ctx: VisitorContext, request: PageRequest): Promise<Timeline> {
  return timeline(ctx, request, {
    list: ["everyone"],
    values: [],
    shown: firstRows(
      "$4",
      `SELECT p.id AS "postId", p."createdAt" AS at, p.id AS key, NULL AS "reposterId" FROM "Post" p
        WHERE ${OPEN_TO_ALL} AND (p."createdAt", p.id) < ($2::timestamptz, $3)
        ORDER BY p."createdAt" DESC, p.id DESC`,
    ),
  });
}

/**
 * What the people whom the reader follows, and the reader, posted and passed on. A repost of somebody within that circle
 * is left out, and so are all but the newest of several: their post is in the list already.
 */
export function listForYou(ctx: Context, request: PageRequest): Promise<Timeline> {
  return timeline(ctx, request, {
    list: ["for-you", ctx.actor.id],
    values: [],
    // A page of $4 rows is by $4 authors at most, those who posted last; nothing older than what made them so is on it.
    shown: `WITH circle AS MATERIALIZED (SELECT "followeeId" AS id FROM "Follow" WHERE "followerId" = $1 UNION SELECT $1),
      author AS MATERIALIZED (
        SELECT circle.id, latest.at FROM circle, LATERAL (${postsOf("circle")} LIMIT 1) latest ORDER BY latest.at DESC, latest.key DESC LIMIT $4),
      oldest AS MATERIALIZED (SELECT coalesce((SELECT at FROM author OFFSET $4 - 1), '-infinity') AS at)
      (SELECT own.* FROM oldest, author, LATERAL (${postsOf("author", "oldest.at")} LIMIT $4) own)
      UNION ALL
      (SELECT passed.* FROM oldest, circle, LATERAL (
         SELECT t."postId", t."createdAt", t."postId" || ':' || t."userId", t."userId" FROM "Repost" t JOIN "Post" p ON p.id = t."postId"
          WHERE t."userId" = circle.id AND t."createdAt" >= oldest.at AND ${REPOSTS_AFTER} AND ${PUBLIC_POST}
            AND p."authorId" NOT IN (SELECT id FROM circle)
            AND NOT EXISTS (SELECT 1 FROM "Repost" later WHERE later."postId" = t."postId" AND ${IN_CIRCLE}
                             AND (later."createdAt", later."userId") > (t."createdAt", t."userId"))
          ORDER BY t."createdAt" DESC, t."postId" DESC LIMIT $4) passed)
      ORDER BY at DESC, key DESC LIMIT $4`,
  });
}

/** What the reader may see of somebody's own posts, newest first. */
function postsOf(person: "circle" | "author", since = "'-infinity'"): string {
  return `SELECT p.id AS "postId", p."createdAt" AS at, p.id AS key, NULL AS "reposterId" FROM "Post" p
    WHERE p."authorId" = ${person}.id AND ${visibleToFollower("$1")}
      AND p."createdAt" >= ${since} AND (p."createdAt", p.id) < ($2::timestamptz, $3)
    ORDER BY p."createdAt" DESC, p.id DESC`;
}

/** Told so that the circle is looked up in a hash: a post may have been passed on by thousands. */
const IN_CIRCLE = `(later."userId" IN (SELECT id FROM circle)) IS TRUE`;

/** What somebody posted, as far as the reader may see it, and what they passed on. */
export function listPostsOf(
  ctx: VisitorContext,
  { handle, ...request }: PageRequest & { handle: string },
): Promise<Timeline> {
  return timeline(ctx, request, {
    list: ["posts-of", handle, ctx.actor?.id ?? ""],
    values: [handle],
    shown: `(SELECT p.id AS "postId", p."createdAt" AS at, p.id AS key, NULL AS "reposterId" FROM "Post" p
              WHERE p."authorId" = ${OWNER} AND ${visibleTo("app", "$1")} AND (p."createdAt", p.id) < ($2::timestamptz, $3)
              ORDER BY p."createdAt" DESC, p.id DESC LIMIT $4)
            UNION ALL
            (SELECT t."postId", t."createdAt", t."postId" || ':' || t."userId", t."userId" FROM "Repost" t JOIN "Post" p ON p.id = t."postId"
              WHERE t."userId" = ${OWNER} AND ${REPOSTS_AFTER} AND ${PUBLIC_POST} AND p."authorId" <> ${OWNER}
              ORDER BY t."createdAt" DESC, t."postId" DESC LIMIT $4)
            ORDER BY at DESC, key DESC LIMIT $4`,
  });
}

/** Somebody's posts that hold images. */
export function listMediaOf(
  ctx: VisitorContext,
  { handle, ...request }: PageRequest & { handle: string },
): Promise<Timeline> {
  return timeline(ctx, request, {
    list: ["media-of", handle, ctx.actor?.id ?? ""],
    values: [handle],
    shown: `SELECT p.id AS "postId", p."createdAt" AS at, p.id AS key, NULL AS "reposterId" FROM "Post" p
             WHERE p."authorId" = ${OWNER} AND ${visibleTo("app", "$1")} AND EXISTS (SELECT 1 FROM "Media" m WHERE m."postId" = p.id)
               AND (p."createdAt", p.id) < ($2::timestamptz, $3)
             ORDER BY p."createdAt" DESC, p.id DESC LIMIT $4`,
  });
}

/** What the reader kept, newest kept first. A post that they may no longer see has left the list. */
export function listBookmarked(ctx: Context, request: PageRequest): Promise<Timeline> {
  return timeline(ctx, request, {
    list: ["bookmarked", ctx.actor.id],
    values: [],
    shown: `SELECT b."postId", b."createdAt" AS at, b."postId" AS key, NULL AS "reposterId" FROM "Bookmark" b JOIN "Post" p ON p.id = b."postId"
             WHERE b."userId" = $1 AND ${visibleTo("app", "$1")} AND (b."createdAt", b."postId") < ($2::timestamptz, $3)
             ORDER BY b."createdAt" DESC, b."postId" DESC LIMIT $4`,
  });
}

/** One post, and a view of it unless it is the reader's own. */
export async function getTimelinePost(ctx: VisitorContext, { id }: { id: string }): Promise<TimelinePost> {
  const shown = `SELECT p.id AS "postId", p."createdAt" AS at, p.id AS key, NULL AS "reposterId" FROM "Post" p WHERE p.id = $2 AND ${visibleTo("app", "$1")}`;
  const [row] = await read<TimelineRow>(ctx, "timeline.one", timelineStatement(shown, "$1"), [ctx.actor?.id ?? "", id]);
  if (!row) throw notFound();
  if (row.personId !== ctx.actor?.id) ctx.afterCommit(() => countView(id));
  return presentTimelinePost(row);
}

/** How many public posts by others came into a feed after one, up to `MOST_NEWER`. */
export async function countNewer(
  ctx: VisitorContext,
  { after, feed }: { after: Date; feed: FeedName },
): Promise<{ count: number }> {
  const followed = `AND p."authorId" IN (SELECT "followeeId" FROM "Follow" WHERE "followerId" = $1)`;
  const [row] = await read<{ count: number }>(
    ctx,
    `timeline.newer.${feed}`,
    `SELECT count(*)::int AS count FROM (
       SELECT 1 FROM (
         SELECT p."authorId" FROM "Post" p WHERE ${OPEN_TO_ALL} AND p."createdAt" > $2::timestamptz
          ORDER BY p."createdAt" DESC, p.id DESC LIMIT ${NEWEST_LOOKED_AT}) p
        WHERE p."authorId" <> $1 ${feed === "for-you" ? followed : ""} LIMIT ${MOST_NEWER}) newer`,
    [ctx.actor?.id ?? "", after],
  );
  return { count: row?.count ?? 0 };
}

const OWNER = `(SELECT id FROM "User" WHERE handle = $5)`;

/** The index gives one person's reposts in the order of time; the second condition breaks ties as the list's key does. */
const REPOSTS_AFTER = `t."createdAt" <= $2::timestamptz AND (t."createdAt", t."postId" || ':' || t."userId") < ($2::timestamptz, $3)`;

interface Listing {
  /** The list's name and everything that decides what is in it. */
  list: [name: string, ...filters: string[]];
  /** A statement in which $1 is the reader, ($2, $3) the position, $4 the number of rows and $5… are `values`. */
  shown: string;
  values: readonly unknown[];
}

function timeline(ctx: VisitorContext, request: PageRequest, { list, shown, values }: Listing): Promise<Timeline> {
  return paginate<TimelineRow, TimelinePost>(request, {
    list: ["timeline", ...list],
    rows: (after, take) =>
      read(ctx, `timeline.${list[0]}`, timelineStatement(shown, "$1"), [
        ctx.actor?.id ?? "",
        after.at,
        after.id,
        take,
        ...values,
      ]),
    position: ({ shownAt, key }) => ({ at: shownAt, id: key }),
    present: presentTimelinePost,
  });
}
