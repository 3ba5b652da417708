import { mediaUrl } from "@/lib/domain/writing/media/queries";
import {
  type PersonColumns,
  personColumns,
  presentPersonAs,
  presentPersonColumns,
} from "@/lib/domain/accounts/users/present";
import { mentionsColumn } from "@/lib/domain/kernel/mentions";
import { type ScreenedRow, wordsVersionColumn } from "@/lib/domain/people/screening/screen";
import type { Audience } from "@/lib/infra/prisma/enums";
import type { OwnPost, Post, TimelinePost } from "./schema";
import { type Sql, sql } from "@/lib/infra/database/sql";

export const ownPostColumns = sql`p.id, p.content, p.tags, p.audience, p."createdAt", p."editedAt", p."likesCount", p."commentsCount", p."repostsCount", p."viewsCount",
  (SELECT json_agg(json_build_object('id', m.id, 'width', m.width, 'height', m.height, 'alt', m.alt)
      ORDER BY m.position)
     FROM "Media" m WHERE m."postId" = p.id) AS media`;

export const postColumns = sql`${ownPostColumns}, ${personColumns("u")}`;

export interface OwnPostRow {
  id: string;
  content: string;
  /** Null for a post of before there were tags, until it is read for them. */
  tags: string[] | null;
  audience: Audience;
  createdAt: Date;
  editedAt: Date | null;
  likesCount: number;
  commentsCount: number;
  repostsCount: number;
  viewsCount: number;
  media: { id: string; width: number; height: number; alt: string }[] | null;
}

export type PostRow = OwnPostRow & PersonColumns;

/** Avoids spreads: for a page of twenty they took a tenth of the whole request. */
export function presentOwnPost(row: OwnPostRow): OwnPost {
  return {
    id: row.id,
    content: row.content,
    tags: row.tags ?? [],
    audience: row.audience,
    createdAt: row.createdAt.toISOString(),
    metrics: { likes: row.likesCount, comments: row.commentsCount, reposts: row.repostsCount, views: row.viewsCount },
    media: (row.media ?? []).map((media) => ({ ...media, type: "image", url: mediaUrl(media.id) })),
    editedAt: row.editedAt?.toISOString() ?? null,
  };
}

export function presentPost(row: PostRow): Post {
  return Object.assign(presentOwnPost(row), { author: presentPersonColumns(row) });
}

/** All null if there is no reposter. */
type ReposterColumns = Record<keyof PersonColumns<"reposter">, string | null>;

export interface TimelineRow extends PostRow, ReposterColumns, Pick<ScreenedRow, "wordsVersion"> {
  key: string;
  mentions: Record<string, string> | null;
  shownAt: Date;
  liked: boolean;
  reposted: boolean;
  bookmarked: boolean;
  hidden: boolean;
}

/**
 * Returns the statement that reads the posts of a list as a timeline shows them. `shown` selects `"postId"`, `at`,
 * `key` and `"reposterId"` of its rows, newest first.
 */
export function timelineStatement(shown: Sql, viewerId: string): Sql {
  const mine = (table: Sql) =>
    sql`EXISTS (SELECT 1 FROM ${table} e WHERE e."userId" = ${viewerId} AND e."postId" = p.id)`;
  return sql`WITH shown AS MATERIALIZED (${shown})
    SELECT ${postColumns}, ${mentionsColumn("p", viewerId)}, ${personColumns("r", "reposter")}, s.key, s.at AS "shownAt",
           ${mine(sql`"Like"`)} AS liked, ${mine(sql`"Repost"`)} AS reposted, ${mine(sql`"Bookmark"`)} AS bookmarked,
           p."hiddenAt" IS NOT NULL AS hidden,
           ${wordsVersionColumn(viewerId)}
      FROM shown s JOIN "Post" p ON p.id = s."postId" JOIN "User" u ON u.id = p."authorId"
      LEFT JOIN "User" r ON r.id = s."reposterId"
     ORDER BY s.at DESC, s.key DESC`;
}

export function presentTimelinePost(row: TimelineRow): TimelinePost {
  return {
    ...presentPost(row),
    key: row.key,
    ...(row.hidden && { hidden: true }),
    mentions: row.mentions,
    shownAt: row.shownAt.toISOString(),
    repostedBy: row.reposterId === null ? null : presentPersonAs("reposter", row as PersonColumns<"reposter">),
    viewer: { liked: row.liked, reposted: row.reposted, bookmarked: row.bookmarked },
  };
}
