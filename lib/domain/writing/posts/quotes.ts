import type { VisitorContext } from "@/lib/domain/kernel/context";
import { newestFirst, paginate, type Screen } from "@/lib/domain/kernel/page/keyset";
import type { Page, PageRequest } from "@/lib/domain/kernel/page/schema";
import { publicPost, requireVisiblePost, STANDING_QUOTE, visibleTo } from "@/lib/domain/kernel/visibility";
import { type ScreenedRow, wordScreen } from "@/lib/domain/people/screening/screen";
import { presentPost, presentTimelinePost, type TimelineRow } from "./present";
import { readTimeline } from "./queries";
import type { Post, TimelinePost } from "./schema";
import { sql } from "@/lib/infra/database/sql";

type QuotesRequest = PageRequest & { id: string };

/** Lists the public posts that quote a post, newest first, to everybody who may see that one. */
export const listQuotes = (ctx: VisitorContext, request: QuotesRequest): Promise<Page<Post>> =>
  quotesOf(ctx, request, presentPost);

/** Lists the same as the site shows them. */
export const listQuotesTimeline = (ctx: VisitorContext, request: QuotesRequest): Promise<Page<TimelinePost>> =>
  quotesOf(ctx, request, presentTimelinePost);

function quotesOf<T>(
  ctx: VisitorContext,
  { id, ...request }: QuotesRequest,
  present: (row: TimelineRow) => T,
): Promise<Page<T>> {
  const viewerId = ctx.actor?.id ?? "";
  return paginate<TimelineRow, T>(request, {
    list: ["quotes", id],
    screen: quotesScreen(ctx),
    rows: async (after, take) => {
      const order = newestFirst({ at: sql`p."createdAt"`, id: sql`p.id` }, after, [
        { column: sql`p."quoteId"`, value: sql`q.id` },
      ]);
      const shown = sql`SELECT l.* FROM "Post" q, LATERAL (
          SELECT p.id AS "postId", p."createdAt" AS at, p.id AS key, NULL AS "reposterId" FROM "Post" p
           WHERE p."quoteId" IS NOT NULL AND ${publicPost(viewerId)} AND ${STANDING_QUOTE} AND ${order} LIMIT ${take}) l
        WHERE q.id = ${id} AND ${visibleTo(ctx.channel, viewerId, "q")}`;
      const rows = await readTimeline(ctx, `quotes.list.${ctx.channel}`, shown);
      if (rows.length === 0) await requireVisiblePost(ctx, id);
      return rows;
    },
    position: ({ shownAt, key }) => ({ at: shownAt, id: key }),
    present,
  });
}

/** Applies the viewer's muted words to the quotes alone: whoever lists them knows the quoted post. */
function quotesScreen(ctx: VisitorContext): Screen<ScreenedRow> | undefined {
  const screen = wordScreen(ctx);
  return screen && { ...screen, keeps: (rows) => screen.keeps(rows.map((row) => ({ ...row, quoted: null }))) };
}
