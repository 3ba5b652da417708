import { type Context, read, type VisitorContext } from "@/lib/domain/context";
import { type Page, type PageRequest, paginate } from "@/lib/domain/page";
import { postColumns, type PostRow, presentPost } from "@/lib/domain/posts/present";
import { visibleTo } from "@/lib/domain/visibility";
import { type Joined, underSubject } from "@/lib/domain/subject";
import { commentColumns, type CommentRow, presentComment } from "./present";
import type { BookmarkedPost, Comment } from "./schema";

export interface CommentsRequest extends PageRequest {
  /** The post. */
  id: string;
  parent_id?: string;
}

/** The top-level comments of a post, or the replies to one of them, newest first. */
export function listComments(ctx: VisitorContext, request: CommentsRequest): Promise<Page<Comment>> {
  return commentPage(ctx, request, presentComment);
}

/** The same, each as `present` shows it. */
export function commentPage<C extends Comment>(
  ctx: VisitorContext,
  { id, parent_id, ...request }: CommentsRequest,
  present: (row: CommentRow) => C,
): Promise<Page<C>> {
  const viewer = ctx.actor?.id ?? "";
  const thread =
    parent_id === undefined
      ? { kind: "top", of: `"postId" = p.id AND "parentId" IS NULL` }
      : { kind: "replies", of: `"parentId" = $6` };
  return paginate<CommentRow, C>(request, {
    list: ["comments", id, parent_id ?? ""],
    rows: async (after, take) =>
      underSubject(
        await read<Joined<CommentRow>>(
          ctx,
          `comments.${thread.kind}.${ctx.door}`,
          `SELECT c.* FROM "Post" p LEFT JOIN LATERAL (
             SELECT ${commentColumns} FROM (
               SELECT * FROM "Comment" WHERE ${thread.of} AND ("createdAt", id) < ($3::timestamptz, $4)
                ORDER BY "createdAt" DESC, id DESC LIMIT $5) c
               JOIN "User" u ON u.id = c."authorId" WHERE c."postId" = p.id) c ON true
            WHERE p.id = $1 AND ${visibleTo(ctx.door, "$2")}
            ORDER BY c."createdAt" DESC, c.id DESC`,
          [id, viewer, after.at, after.id, take, ...(parent_id === undefined ? [] : [parent_id])],
        ),
      ),
    position: ({ createdAt, id }) => ({ at: createdAt, id }),
    present,
  });
}

type BookmarkRow = PostRow & { bookmarkedAt: Date };

/** The posts that the caller bookmarked and may still see, newest bookmark first. */
export function listBookmarks(ctx: Context, request: PageRequest): Promise<Page<BookmarkedPost>> {
  return paginate<BookmarkRow, BookmarkedPost>(request, {
    list: ["bookmarks", ctx.actor.id],
    rows: (after, take) =>
      read(
        ctx,
        `bookmarks.${ctx.door}`,
        `SELECT ${postColumns}, b."createdAt" AS "bookmarkedAt"
           FROM "Bookmark" b JOIN "Post" p ON p.id = b."postId" JOIN "User" u ON u.id = p."authorId"
          WHERE b."userId" = $1 AND ${visibleTo(ctx.door, "$1")} AND (b."createdAt", b."postId") < ($2::timestamptz, $3)
          ORDER BY b."createdAt" DESC, b."postId" DESC LIMIT $4`,
        [ctx.actor.id, after.at, after.id, take],
      ),
    position: ({ bookmarkedAt, id }) => ({ at: bookmarkedAt, id }),
    present: (row) => ({ ...presentPost(row), bookmarkedAt: row.bookmarkedAt.toISOString() }),
  });
}
