import { type Context, read, type VisitorContext } from "@/lib/domain/kernel/context";
import { notFound } from "@/lib/domain/kernel/errors";
import { paginate } from "@/lib/domain/kernel/page/keyset";
import type { Page, PageRequest } from "@/lib/domain/kernel/page/schema";
import { postColumns, type PostRow, presentPost } from "@/lib/domain/writing/posts/present";
import { screened, wordScreen } from "@/lib/domain/people/screening/screen";
import { shownComment, visibleThread, visibleTo } from "@/lib/domain/kernel/visibility";
import { type Joined, underSubject } from "@/lib/domain/kernel/subject";
import { commentColumns, type CommentRow, presentComment } from "./present";
import type { BookmarkedPost, Comment } from "./schema";
import { sql } from "@/lib/infra/database/sql";

interface CommentsRequest extends PageRequest {
  /** The post's id. */
  id: string;
  parent_id?: string;
}

export function listComments(ctx: VisitorContext, request: CommentsRequest): Promise<Page<Comment>> {
  return commentPage(ctx, request, presentComment);
}

export function commentPage<C extends Comment>(
  ctx: VisitorContext,
  { id, parent_id, ...request }: CommentsRequest,
  present: (row: CommentRow) => C,
): Promise<Page<C>> {
  const viewer = ctx.actor?.id ?? "";
  const thread =
    parent_id === undefined
      ? { kind: "top", of: sql`"postId" = p.id AND "parentId" IS NULL` }
      : { kind: "replies", of: sql`"parentId" = ${parent_id} AND ${visibleThread(viewer, sql`${parent_id}`)}` };
  return paginate<CommentRow, C>(request, {
    list: ["comments", id, parent_id ?? ""],
    screen: wordScreen(ctx),
    rows: async (after, take) =>
      underSubject(
        await read<Joined<CommentRow>>(ctx, `comments.${thread.kind}.${ctx.channel}`)`
          SELECT c.* FROM "Post" p LEFT JOIN LATERAL (
           SELECT ${commentColumns(viewer)} FROM (
             SELECT * FROM "Comment" WHERE ${thread.of} AND ${shownComment(viewer, "Comment")}
               AND ("createdAt", id) < (${after.at}::timestamptz, ${after.id})
              ORDER BY "createdAt" DESC, id DESC LIMIT ${take}) c
             JOIN "User" u ON u.id = c."authorId" WHERE c."postId" = p.id) c ON true
          WHERE p.id = ${id} AND ${visibleTo(ctx.channel, viewer)}
          ORDER BY c."createdAt" DESC, c.id DESC`,
      ),
    position: ({ createdAt, id }) => ({ at: createdAt, id }),
    present,
  });
}

/** Reads those of these comments that the caller is shown below their posts. */
export async function readComments(ctx: Context, ids: readonly string[]): Promise<Comment[]> {
  const viewer = ctx.actor.id;
  const rows = await read<CommentRow>(ctx, `comments.several.${ctx.channel}`)`
    SELECT ${commentColumns(viewer)} FROM "Comment" c JOIN "User" u ON u.id = c."authorId"
      JOIN "Post" p ON p.id = c."postId"
    WHERE c.id = ANY (${ids}::text[]) AND ${visibleTo(ctx.channel, viewer)}
      AND ${shownComment(viewer)} AND ${visibleThread(viewer, sql`c.id`)}`;
  return (await screened(ctx, rows)).map(presentComment);
}

export async function readOwnComment(ctx: Context, id: string): Promise<Comment> {
  const [row] = await read<CommentRow>(ctx, "engagement.ownOne")`
    SELECT ${commentColumns(ctx.actor.id)} FROM "Comment" c JOIN "User" u ON u.id = c."authorId"
    WHERE c.id = ${id} AND c."authorId" = ${ctx.actor.id} AND c."deletedAt" IS NULL`;
  if (!row) throw notFound();
  return presentComment(row);
}

type BookmarkRow = PostRow & { bookmarkedAt: Date };

/** Lists the caller's bookmarks, newest first, without posts that they may no longer see. */
export function listBookmarks(ctx: Context, request: PageRequest): Promise<Page<BookmarkedPost>> {
  return paginate<BookmarkRow, BookmarkedPost>(request, {
    list: ["bookmarks", ctx.actor.id],
    rows: (after, take) =>
      read<BookmarkRow>(ctx, `bookmarks.${ctx.channel}`)`
        SELECT ${postColumns}, b."createdAt" AS "bookmarkedAt"
         FROM "Bookmark" b JOIN "Post" p ON p.id = b."postId" JOIN "User" u ON u.id = p."authorId"
        WHERE b."userId" = ${ctx.actor.id} AND ${visibleTo(ctx.channel, ctx.actor.id)}
        AND (b."createdAt", b."postId") < (${after.at}::timestamptz, ${after.id})
        ORDER BY b."createdAt" DESC, b."postId" DESC LIMIT ${take}`,
    position: ({ bookmarkedAt, id }) => ({ at: bookmarkedAt, id }),
    present: (row) => ({ ...presentPost(row), bookmarkedAt: row.bookmarkedAt.toISOString() }),
  });
}
