import { read, type VisitorContext } from "@/lib/domain/kernel/context";
import { timelineCommentColumns, type TimelineCommentRow, presentTimelineComment } from "./present";
import { commentPage } from "./queries";
import { MAX_THREAD_DEPTH } from "./rules";
import { notFound } from "@/lib/domain/kernel/errors";
import type { Page, PageRequest } from "@/lib/domain/kernel/page/schema";
import { screened } from "@/lib/domain/people/screening/screen";
import { shownComment, visibleThread, visibleTo } from "@/lib/domain/kernel/visibility";
import type { Thread, TimelineComment } from "./schema";
import { literal, sql } from "@/lib/infra/database/sql";

/** Newest replies shown below a comment, so that one thread does not hide the others. */
const SHOWN_REPLIES = 2;

/** Lists a post's comments, newest first, each with its newest replies. */
export async function listThreads(ctx: VisitorContext, request: PageRequest & { id: string }): Promise<Page<Thread>> {
  const page = await commentPage(ctx, request, presentTimelineComment);
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

/** Lists the replies to a comment, newest first. */
export function listReplies(
  ctx: VisitorContext,
  { commentId, ...request }: PageRequest & { id: string; commentId: string },
): Promise<Page<TimelineComment>> {
  return commentPage(ctx, { ...request, parent_id: commentId }, presentTimelineComment);
}

async function newestReplies(ctx: VisitorContext, commentIds: string[]): Promise<TimelineComment[]> {
  if (commentIds.length === 0) return [];
  const viewer = ctx.actor?.id ?? "";
  const rows = await read<TimelineCommentRow>(ctx, "threads.replies")`
    SELECT r.* FROM unnest(${commentIds}::text[]) AS t(id), LATERAL (
      SELECT ${timelineCommentColumns(viewer)} FROM "Comment" c JOIN "User" u ON u.id = c."authorId"
       WHERE c."parentId" = t.id AND ${shownComment(viewer)} ORDER BY c."createdAt" DESC, c.id DESC LIMIT ${literal(SHOWN_REPLIES)}) r
    ORDER BY r."createdAt", r.id`;
  return (await screened(ctx, rows)).map(presentTimelineComment);
}

/** Returns one comment with all its ancestors, which a link to it needs. */
export async function getBranch(
  ctx: VisitorContext,
  { id, commentId }: { id: string; commentId: string },
): Promise<{ data: TimelineComment[] }> {
  const viewer = ctx.actor?.id ?? "";
  const rows = await read<TimelineCommentRow>(ctx, `threads.branch.${ctx.channel}`)`
    WITH RECURSIVE branch AS (
      SELECT c.id, c."parentId", 1 AS depth FROM "Comment" c JOIN "Post" p ON p.id = c."postId"
        WHERE c.id = ${commentId} AND p.id = ${id} AND ${visibleTo(ctx.channel, viewer)}
          AND ${shownComment(viewer)} AND ${visibleThread(viewer, sql`c.id`)}
      UNION ALL
      SELECT c.id, c."parentId", b.depth + 1 FROM "Comment" c JOIN branch b ON c.id = b."parentId"
        WHERE b.depth <= ${literal(MAX_THREAD_DEPTH)})
    SELECT ${timelineCommentColumns(viewer)} FROM branch b JOIN "Comment" c ON c.id = b.id JOIN "User" u ON u.id = c."authorId"
      WHERE ${shownComment(viewer)}
      ORDER BY c."createdAt", c.id`;
  if (rows.length === 0) throw notFound();
  return { data: rows.map(presentTimelineComment) };
}
