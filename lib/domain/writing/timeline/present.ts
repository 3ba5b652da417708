import { mentionsColumn } from "@/lib/domain/kernel/mentions";
import { type PostRow, postColumns, presentPost } from "@/lib/domain/writing/posts/present";
import { type PersonColumns, personColumns, presentPersonAs } from "@/lib/domain/accounts/users/present";
import { type ScreenedRow, wordsVersionColumn } from "@/lib/domain/people/screening/screen";
import type { TimelinePost } from "./schema";
import { type Sql, sql } from "@/lib/infra/database/sql";

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
