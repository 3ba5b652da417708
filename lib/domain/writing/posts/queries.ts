import { type Context, read, type VisitorContext } from "@/lib/domain/kernel/context";
import { notFound } from "@/lib/domain/kernel/errors";
import type { Position } from "@/lib/domain/kernel/page/cursor";
import { firstRows, paginate } from "@/lib/domain/kernel/page/keyset";
import type { Page, PageRequest } from "@/lib/domain/kernel/page/schema";
import { type Joined, underSubject } from "@/lib/domain/kernel/subject";
import { personColumns } from "@/lib/domain/accounts/users/present";
import { withPreviews } from "@/lib/domain/writing/previews/queries";
import {
  type OwnPostColumns,
  ownPostColumns,
  type OwnPostRow,
  type PostColumns,
  postColumns,
  type PostRow,
  presentOwnPost,
  presentPost,
  type TimelineColumns,
  type TimelineRow,
  viewerColumns,
} from "./present";
import type { OwnPost, Post } from "./schema";
import { countView } from "./views";
import { feedPost, PUBLIC_POST, visibleProfile, visibleTo } from "@/lib/domain/kernel/visibility";
import { type ScreenedRow, wordScreen, wordsVersionColumn } from "@/lib/domain/people/screening/screen";
import { type Sql, sql } from "@/lib/infra/database/sql";
import { mentionsColumn } from "@/lib/domain/kernel/mentions";

const position = ({ createdAt, id }: OwnPostRow): Position => ({ at: createdAt, id });

/** Lists the posts with these ids, of those that the caller may see; without ids, the caller's own. */
export async function listPosts(
  ctx: Context,
  { ids, ...request }: PageRequest & { ids?: readonly string[] },
): Promise<Page<OwnPost>> {
  return ids ? { data: await readPosts(ctx, ids), nextCursor: null } : listOwnPosts(ctx, request);
}

/** Reads those of these posts that the caller may see, in this order. Counts no views. */
export async function readPosts(ctx: Context, ids: readonly string[]): Promise<Post[]> {
  const rows = await read<PostColumns>(ctx, `posts.several.${ctx.channel}`)`
    SELECT ${postColumns(ctx.channel, ctx.actor.id)} FROM unnest(${ids}::text[]) WITH ORDINALITY asked (id, place)
      JOIN "Post" p ON p.id = asked.id JOIN "User" u ON u.id = p."authorId"
    WHERE ${visibleTo(ctx.channel, ctx.actor.id)} ORDER BY asked.place`;
  return (await withPreviews(ctx, rows)).map(presentPost);
}

/** Lists the caller's posts of every audience, newest first. */
export function listOwnPosts(ctx: Context, request: PageRequest): Promise<Page<OwnPost>> {
  return paginate<OwnPostRow, OwnPost>(request, {
    list: ["posts", ctx.actor.id],
    rows: async (after, take) =>
      withPreviews(
        ctx,
        await read<OwnPostColumns>(ctx, `posts.own.${ctx.channel}`)`
        SELECT ${ownPostColumns(ctx.channel, ctx.actor.id)} FROM "Post" p
        WHERE p."authorId" = ${ctx.actor.id} AND p."deletedAt" IS NULL
        AND (p."createdAt", p.id) < (${after.at}::timestamptz, ${after.id})
        ORDER BY p."createdAt" DESC, p.id DESC LIMIT ${take}`,
      ),
    position,
    present: presentOwnPost,
  });
}

/** Lists public, free posts of no community, newest first (docs/contract.md#content-feed-and-leaderboards). */
export function listFeed(ctx: VisitorContext, request: PageRequest): Promise<Page<Post>> {
  const viewer = ctx.actor?.id ?? "";
  return paginate<PostRow & ScreenedRow, Post>(request, {
    list: ["feed"],
    screen: wordScreen(ctx),
    rows: async (after, take) =>
      withPreviews(
        ctx,
        await read<PostColumns & Pick<ScreenedRow, "wordsVersion">>(ctx, `posts.feed.${ctx.channel}`)`${firstRows(
          take,
          sql`SELECT ${postColumns(ctx.channel, viewer)}, ${wordsVersionColumn(viewer)}
             FROM "Post" p JOIN "User" u ON u.id = p."authorId"
            WHERE ${feedPost(viewer)}
              AND (p."createdAt", p.id) < (${after.at}::timestamptz, ${after.id})
            ORDER BY p."createdAt" DESC, p.id DESC`,
        )}`,
      ),
    position,
    present: presentPost,
  });
}

/** Lists somebody's public posts, newest first. The handle may be in any case. */
export function listPublicPosts(
  ctx: VisitorContext,
  { handle, ...request }: PageRequest & { handle: string },
): Promise<Page<Post>> {
  const name = handle.toLowerCase();
  const viewer = ctx.actor?.id ?? "";
  return paginate<PostRow, Post>(request, {
    list: ["posts of", name],
    rows: async (after, take) =>
      withPreviews(
        ctx,
        underSubject(
          await read<Joined<PostColumns>>(ctx, `posts.public.${ctx.channel}`)`
          SELECT l.*, ${personColumns("u")} FROM "User" u LEFT JOIN LATERAL (
           SELECT ${ownPostColumns(ctx.channel, viewer)} FROM "Post" p
            WHERE p."authorId" = u.id AND ${PUBLIC_POST}
            AND (p."createdAt", p.id) < (${after.at}::timestamptz, ${after.id})
            ORDER BY p."createdAt" DESC, p.id DESC LIMIT ${take}) l ON true
          WHERE u.handle = ${name} AND ${visibleProfile(viewer)}
          ORDER BY l."createdAt" DESC, l.id DESC`,
        ),
      ),
    position,
    present: presentPost,
  });
}

/** Returns one post. @throws DomainError `not_found`, the same for a post that the caller may not see */
export async function getPost(ctx: VisitorContext, { id }: { id: string }): Promise<Post> {
  const viewer = ctx.actor?.id ?? "";
  const rows = await read<PostColumns>(ctx, `posts.one.${ctx.channel}`)`
    SELECT ${postColumns(ctx.channel, viewer)} FROM "Post" p JOIN "User" u ON u.id = p."authorId"
    WHERE p.id = ${id} AND ${visibleTo(ctx.channel, viewer)}`;
  const [row] = await withPreviews(ctx, rows);
  if (!row) throw notFound();
  if (row.personId !== ctx.actor?.id) ctx.afterCommit(() => countView(id));
  return presentPost(row);
}

export async function readOwnPost(ctx: Context, id: string): Promise<Post> {
  const rows = await read<PostColumns>(ctx, `posts.ownOne.${ctx.channel}`)`
    SELECT ${postColumns(ctx.channel, ctx.actor.id)} FROM "Post" p JOIN "User" u ON u.id = p."authorId"
    WHERE p.id = ${id} AND p."authorId" = ${ctx.actor.id} AND p."deletedAt" IS NULL`;
  const [row] = await withPreviews(ctx, rows);
  if (!row) throw notFound();
  return presentPost(row);
}

/**
 * Reads the posts of a list as a timeline shows them. `shown` selects `"postId"`, `at`, `key` and `"reposterId"` of its
 * rows, newest first; `name` is the statement's.
 */
export async function readTimeline(ctx: VisitorContext, name: string, shown: Sql): Promise<TimelineRow[]> {
  const viewerId = ctx.actor?.id ?? "";
  const rows = await read<TimelineColumns>(ctx, name)`WITH shown AS MATERIALIZED (${shown})
    SELECT ${postColumns(ctx.channel, viewerId)}, ${mentionsColumn("p", viewerId)}, ${personColumns("r", "reposter")}, s.key, s.at AS "shownAt",
           ${viewerColumns(viewerId)}, p."hiddenAt" IS NOT NULL AS hidden,
           EXISTS (SELECT 1 FROM "ImportedItem" i WHERE i."subjectId" = p.id) AS imported,
           ${wordsVersionColumn(viewerId)}
      FROM shown s JOIN "Post" p ON p.id = s."postId" JOIN "User" u ON u.id = p."authorId"
      LEFT JOIN "User" r ON r.id = s."reposterId"
     ORDER BY s.at DESC, s.key DESC`;
  return withPreviews(ctx, rows);
}
