import { mentionsColumn } from "@/lib/domain/mentions/queries";
import { type PersonColumns, personColumns, presentPersonColumns } from "@/lib/domain/users/present";
import type { Comment } from "./schema";
import { type Sql, sql } from "@/lib/infra/sql";

/** Columns of a comment, for a statement on `"Comment" c` that joins its author as `"User" u`. */
export function commentColumns(viewerId: string): Sql {
  return sql`c.id, c.content, c."parentId", c."repliesCount", c."createdAt", ${mentionsColumn("c", viewerId)}, ${personColumns("u")}`;
}

export interface CommentRow extends PersonColumns {
  id: string;
  content: string;
  parentId: string | null;
  repliesCount: number;
  createdAt: Date;
  mentions: Record<string, string> | null;
}

export function presentComment(row: Omit<CommentRow, "mentions">): Comment {
  return {
    id: row.id,
    content: row.content,
    createdAt: row.createdAt.toISOString(),
    author: presentPersonColumns(row),
    parentId: row.parentId,
    replyCount: row.repliesCount,
  };
}
