import { type Context, read } from "@/lib/domain/kernel/context";
import { paginate } from "@/lib/domain/kernel/page/keyset";
import type { Page, PageRequest } from "@/lib/domain/kernel/page/schema";
import { visibleTo } from "@/lib/domain/kernel/visibility";
import { type PostColumns, postColumns, type PostRow, presentPost } from "@/lib/domain/writing/posts/present";
import { withPreviews } from "@/lib/domain/writing/previews/queries";
import type { BookmarkedPost } from "./schema";

type BookmarkColumns = PostColumns & { bookmarkedAt: Date };

/** Lists the caller's bookmarks, newest first, without posts that they may no longer see. */
export function listBookmarks(ctx: Context, request: PageRequest): Promise<Page<BookmarkedPost>> {
  return paginate<BookmarkColumns & PostRow, BookmarkedPost>(request, {
    list: ["bookmarks", ctx.actor.id],
    rows: async (after, take) =>
      withPreviews(
        ctx,
        await read<BookmarkColumns>(ctx, `bookmarks.${ctx.channel}`)`
        SELECT ${postColumns(ctx.channel, ctx.actor.id)}, b."createdAt" AS "bookmarkedAt"
         FROM "Bookmark" b JOIN "Post" p ON p.id = b."postId" JOIN "User" u ON u.id = p."authorId"
        WHERE b."userId" = ${ctx.actor.id} AND ${visibleTo(ctx.channel, ctx.actor.id)}
        AND (b."createdAt", b."postId") < (${after.at}::timestamptz, ${after.id})
        ORDER BY b."createdAt" DESC, b."postId" DESC LIMIT ${take}`,
      ),
    position: ({ bookmarkedAt, id }) => ({ at: bookmarkedAt, id }),
    present: (row) => ({ ...presentPost(row), bookmarkedAt: row.bookmarkedAt.toISOString() }),
  });
}
