import { read, type VisitorContext } from "@/lib/domain/context";
import { commentColumns, type CommentRow, presentComment } from "@/lib/domain/engagement/present";
import { commentPage } from "@/lib/domain/engagement/queries";
import { MAX_THREAD_DEPTH } from "@/lib/domain/engagement/rules";
import { notFound } from "@/lib/domain/errors";
import type { Page, PageRequest } from "@/lib/domain/page";
import { visibleTo } from "@/lib/domain/visibility";
import type { Thread, TimelineComment } from "./schema";

/** Our choice: so many of the newest replies stand under a comment before anybody asks for the rest. */
const SHOWN_REPLIES = 2;

/** The top-level comments of a post, newest first, each with its newest replies in the order they were written. */
export async function listThreads(ctx: VisitorContext, request: PageRequest & { id: string }): Promise<Page<Thread>> {
  const page = await commentPage(ctx, request, present);
  const replies = await newestReplies(
    ctx,
    page.data.filter(({ replyCount }) => replyCount > 0).map(({ id }) => id),
  );
  return {
    ...page,
    data: page.data.map((comment) => ({
      ...comment,
      replies: replies.filter(({ parentId }) => parentId === comment.id),
    })),
  };
}

/** The replies to one comment, newest first. */
export function listReplies(
  ctx: VisitorContext,
  { commentId, ...request }: PageRequest & { id: string; commentId: string },
): Promise<Page<TimelineComment>> {
  return commentPage(ctx, { ...request, parent_id: commentId }, present);
}

function present(row: CommentRow): TimelineComment {
  return { ...presentComment(row), mentions: row.mentions };
}

async function newestReplies(ctx: VisitorContext, commentIds: string[]): Promise<TimelineComment[]> {
  if (commentIds.length === 0) return [];
  const rows = await read<CommentRow>(
    ctx,
    "threads.replies",
    `SELECT r.* FROM unnest($1::text[]) AS t(id), LATERAL (
       SELECT ${commentColumns} FROM "Comment" c JOIN "User" u ON u.id = c."authorId"
        WHERE c."parentId" = t.id ORDER BY c."createdAt" DESC, c.id DESC LIMIT ${SHOWN_REPLIES}) r
     ORDER BY r."createdAt", r.id`,
    [commentIds],
  );
  return rows.map(present);
}

/** One comment with all that it answers, up to the top: what a link to it needs to be shown in its place. */
export async function getBranch(
  ctx: VisitorContext,
  { id, commentId }: { id: string; commentId: string },
): Promise<{ data: TimelineComment[] }> {
  const rows = await read<CommentRow>(
    ctx,
    "threads.branch",
    `WITH RECURSIVE branch AS (
       SELECT c.id, c."parentId", 1 AS depth FROM "Comment" c JOIN "Post" p ON p.id = c."postId" WHERE c.id = $3 AND p.id = $1 AND ${visibleTo(ctx.door, "$2")}
       UNION ALL
       SELECT c.id, c."parentId", b.depth + 1 FROM "Comment" c JOIN branch b ON c.id = b."parentId" WHERE b.depth <= ${MAX_THREAD_DEPTH})
     SELECT ${commentColumns} FROM branch b JOIN "Comment" c ON c.id = b.id JOIN "User" u ON u.id = c."authorId" ORDER BY c."createdAt", c.id`,
    [id, ctx.actor?.id ?? "", commentId],
  );
  if (rows.length === 0) throw notFound();
  return { data: rows.map(present) };
}
