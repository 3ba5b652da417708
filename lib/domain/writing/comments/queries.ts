import { type Context, read, type VisitorContext } from "@/lib/domain/kernel/context";
import { notFound } from "@/lib/domain/kernel/errors";
import { paginate } from "@/lib/domain/kernel/page/keyset";
import type { Page, PageRequest } from "@/lib/domain/kernel/page/schema";
import { screened, wordScreen } from "@/lib/domain/people/screening/screen";
import { shownComment, visibleThread, visibleTo } from "@/lib/domain/kernel/visibility";
import { type Joined, underSubject } from "@/lib/domain/kernel/subject";
import {
  commentColumns,
  type CommentRow,
  presentComment,
  timelineCommentColumns,
  type TimelineCommentRow,
} from "./present";
import type { Comment } from "./schema";
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
  present: (row: TimelineCommentRow) => C,
): Promise<Page<C>> {
  const viewer = ctx.actor?.id ?? "";
  const thread =
    parent_id === undefined
      ? { kind: "top", of: sql`"postId" = p.id AND "parentId" IS NULL` }
      : { kind: "replies", of: sql`"parentId" = ${parent_id} AND ${visibleThread(viewer, sql`${parent_id}`)}` };
  return paginate<TimelineCommentRow, C>(request, {
    list: ["comments", id, parent_id ?? ""],
    screen: wordScreen(ctx),
    rows: async (after, take) =>
      underSubject(
        await read<Joined<TimelineCommentRow>>(ctx, `comments.${thread.kind}.${ctx.channel}`)`
          SELECT c.* FROM "Post" p LEFT JOIN LATERAL (
           SELECT ${timelineCommentColumns(viewer)} FROM (
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
  const rows = await read<TimelineCommentRow>(ctx, `comments.several.${ctx.channel}`)`
    SELECT ${timelineCommentColumns(viewer)} FROM "Comment" c JOIN "User" u ON u.id = c."authorId"
      JOIN "Post" p ON p.id = c."postId"
    WHERE c.id = ANY (${ids}::text[]) AND ${visibleTo(ctx.channel, viewer)}
      AND ${shownComment(viewer)} AND ${visibleThread(viewer, sql`c.id`)}`;
  return (await screened(ctx, rows)).map(presentComment);
}

export async function readOwnComment(ctx: Context, id: string): Promise<Comment> {
  const [row] = await read<CommentRow>(ctx, "engagement.ownOne")`
    SELECT ${commentColumns} FROM "Comment" c JOIN "User" u ON u.id = c."authorId"
    WHERE c.id = ${id} AND c."authorId" = ${ctx.actor.id} AND c."deletedAt" IS NULL`;
  if (!row) throw notFound();
  return presentComment(row);
}
