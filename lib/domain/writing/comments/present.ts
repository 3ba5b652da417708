import { mentionsColumn } from "@/lib/domain/kernel/mentions";
import {
  defaultImagePath,
  type PersonColumns,
  personColumns,
  presentPerson,
  presentPersonColumns,
} from "@/lib/domain/accounts/users/present";
import { type ScreenedRow, wordsVersionColumn } from "@/lib/domain/people/screening/screen";
import type { Comment as CommentModel } from "@/lib/infra/prisma/client";
import type { Comment, TimelineComment } from "./schema";
import { type Sql, sql } from "@/lib/infra/database/sql";

/** The columns of a comment with its author, for a statement on `"Comment" c` and `"User" u`. */
export const commentColumns = sql`c.id, c.content, c."parentId", c."repliesCount", c."createdAt", c."editedAt", c."deletedAt",
  ${personColumns("u")}`;

/** Returns the columns of a comment in a list that a person reads. */
export function timelineCommentColumns(viewerId: string): Sql {
  return sql`${commentColumns}, c."hiddenAt" IS NOT NULL AS hidden, ${mentionsColumn("c", viewerId)}, ${wordsVersionColumn(viewerId)}`;
}

export type CommentRow = PersonColumns & Omit<CommentModel, "postId" | "authorId" | "hiddenAt" | "mentions">;

export interface TimelineCommentRow extends CommentRow, Pick<ScreenedRow, "wordsVersion"> {
  hidden: boolean;
  mentions: Record<string, string> | null;
}

/** The content and author name that clients which do not know `deleted` show of a deleted comment. */
const DELETED = "[deleted]";

/** No account can have this handle. */
const nobody = () => presentPerson({ id: "user_deleted", name: DELETED, handle: DELETED, image: NO_PICTURE });

const NO_PICTURE = defaultImagePath("deleted");

export function presentComment(row: CommentRow): Comment {
  const isDeleted = row.deletedAt !== null;
  return {
    id: row.id,
    content: isDeleted ? DELETED : row.content,
    createdAt: row.createdAt.toISOString(),
    author: isDeleted ? nobody() : presentPersonColumns(row),
    parentId: row.parentId,
    replyCount: row.repliesCount,
    editedAt: isDeleted ? null : (row.editedAt?.toISOString() ?? null),
    deleted: isDeleted,
  };
}

export function presentTimelineComment(row: TimelineCommentRow): TimelineComment {
  return { ...presentComment(row), mentions: row.mentions, ...(row.hidden && { hidden: true }) };
}
