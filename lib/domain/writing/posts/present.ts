import { MEDIA_ROW, type MediaRow, presentMedia } from "@/lib/domain/writing/media/queries";
import {
  type PersonColumns,
  personColumns,
  presentPersonAs,
  presentPersonColumns,
} from "@/lib/domain/accounts/users/present";
import type { ScreenedRow } from "@/lib/domain/people/screening/screen";
import type { Audience } from "@/lib/infra/prisma/enums";
import { visibleQuote } from "@/lib/domain/kernel/visibility";
import type { VisitorContext } from "@/lib/domain/kernel/context";
import { type PreviewRow, presentPreview } from "@/lib/domain/writing/previews/present";
import type { LinkColumns } from "@/lib/domain/writing/previews/queries";
import { allowsQuotes } from "./consent";
import type { OwnPost, Post, QuotedPost, TimelinePost } from "./schema";
import { literal, type Sql, sql } from "@/lib/infra/database/sql";

/** The columns of a post's own row, and of its images. */
function plainColumns(post: "p" | "q"): Sql {
  const row = literal(post);
  return sql`${row}.id, ${row}.content, ${row}.warning, ${row}."pinnedAt" IS NOT NULL AS pinned, ${row}.tags, ${row}.audience, ${row}."createdAt", ${row}."editedAt",
  ${row}."likesCount", ${row}."commentsCount", ${row}."repostsCount", ${row}."quotesCount", ${row}."viewsCount",
  (SELECT json_agg(${MEDIA_ROW} ORDER BY m.position)
     FROM "Media" m WHERE m."postId" = ${row}.id) AS media`;
}

type Channel = VisitorContext["channel"];

/** Returns the column with the post that `p` quotes, as a viewer sees it; null if they do not. */
export function quotedColumn(channel: Channel, viewerId: string): Sql {
  return sql`CASE WHEN p."quoteId" IS NOT NULL THEN (SELECT to_json(quoted) FROM (
    SELECT ${plainColumns("q")}, ${personColumns("qu")} FROM "Post" q JOIN "User" qu ON qu.id = q."authorId"
     WHERE q.id = p."quoteId" AND ${visibleQuote(channel, viewerId)}) quoted) END AS quoted`;
}

export const ownPostColumns = (channel: Channel, viewerId: string): Sql =>
  sql`${plainColumns("p")}, p."linkKind", p."linkId", p."quoteId", ${quotedColumn(channel, viewerId)}`;

export const postColumns = (channel: Channel, viewerId: string): Sql =>
  sql`${ownPostColumns(channel, viewerId)}, ${personColumns("u")}`;

interface PlainRow<Moment = Date> {
  id: string;
  content: string;
  warning: string | null;
  pinned: boolean;
  /** Null for a post of before there were tags, until it is read for them. */
  tags: string[] | null;
  audience: Audience;
  createdAt: Moment;
  editedAt: Moment | null;
  likesCount: number;
  commentsCount: number;
  repostsCount: number;
  quotesCount: number;
  viewsCount: number;
  media: MediaRow[] | null;
}

/** Read as JSON, in which moments are text. */
export type QuotedRow = PlainRow<string> & PersonColumns;

/** A row of `ownPostColumns`, before `withPreviews`. */
export interface OwnPostColumns extends PlainRow, LinkColumns {
  quoteId: string | null;
  quoted: QuotedRow | null;
}

/** A row of `postColumns`, before `withPreviews`. */
export type PostColumns = OwnPostColumns & PersonColumns;

interface Previewed {
  preview: PreviewRow | null;
}

export type OwnPostRow = OwnPostColumns & Previewed;

export type PostRow = PostColumns & Previewed;

/** Avoids spreads: for a page of twenty they took a tenth of the whole request. */
function presentPlain(row: PlainRow<Date | string>): Omit<QuotedPost, "author"> {
  return {
    id: row.id,
    content: row.content,
    tags: row.tags ?? [],
    audience: row.audience,
    createdAt: new Date(row.createdAt).toISOString(),
    metrics: presentMetrics(row),
    media: (row.media ?? []).map(presentMedia),
    editedAt: row.editedAt === null ? null : new Date(row.editedAt).toISOString(),
    warning: row.warning,
    pinned: row.pinned,
  };
}

export type MetricsRow = Pick<PlainRow, "likesCount" | "commentsCount" | "repostsCount" | "quotesCount" | "viewsCount">;

export const presentMetrics = (row: MetricsRow): OwnPost["metrics"] => ({
  likes: row.likesCount,
  comments: row.commentsCount,
  reposts: row.repostsCount,
  quotes: row.quotesCount,
  views: row.viewsCount,
});

export function presentOwnPost(row: OwnPostRow): OwnPost {
  return Object.assign(presentPlain(row), { quote: presentQuote(row), preview: presentPreview(row.preview) });
}

function presentQuote({ quoteId, quoted }: OwnPostRow): OwnPost["quote"] {
  if (quoteId === null) return null;
  const post = quoted && Object.assign(presentPlain(quoted), { author: presentPersonColumns(quoted) });
  return { id: quoteId, post };
}

export function presentPost(row: PostRow): Post {
  return Object.assign(presentOwnPost(row), { author: presentPersonColumns(row) });
}

/** All null if there is no reposter. */
type ReposterColumns = Record<keyof PersonColumns<"reposter">, string | null>;

export type ViewerRow = TimelinePost["viewer"];

export interface TimelineColumns extends PostColumns, ReposterColumns, ViewerRow, Pick<ScreenedRow, "wordsVersion"> {
  key: string;
  mentions: Record<string, string> | null;
  shownAt: Date;
  hidden: boolean;
  imported: boolean;
}

export type TimelineRow = TimelineColumns & Previewed;

/** Returns the columns with what a viewer did to a post `p` by `u`, and may do. */
export function viewerColumns(viewerId: string): Sql {
  const mine = (table: Sql) =>
    sql`EXISTS (SELECT 1 FROM ${table} e WHERE e."userId" = ${viewerId} AND e."postId" = p.id)`;
  return sql`${mine(sql`"Like"`)} AS liked, ${mine(sql`"Repost"`)} AS reposted, ${mine(sql`"Bookmark"`)} AS bookmarked,
    ${mine(sql`"MutedConversation"`)} AS muted, p.audience = 'PUBLIC' AND ${allowsQuotes(viewerId)} AS quotable`;
}

export function presentTimelinePost(row: TimelineRow): TimelinePost {
  const { preview, ...post } = presentPost(row);
  const path = preview && row.preview?.kind !== "web" ? new URL(preview.url).pathname : null;
  return {
    ...post,
    preview: preview && { ...preview, path },
    key: row.key,
    ...(row.hidden && { hidden: true }),
    ...(row.imported && { imported: true }),
    mentions: row.mentions,
    shownAt: row.shownAt.toISOString(),
    repostedBy: row.reposterId === null ? null : presentPersonAs("reposter", row as PersonColumns<"reposter">),
    viewer: presentViewer(row),
  };
}

export const presentViewer = ({ liked, reposted, bookmarked, quotable, muted }: ViewerRow): ViewerRow => ({
  liked,
  reposted,
  bookmarked,
  quotable,
  muted,
});
