import { type Invariant, storedCount } from "@/lib/domain/kernel/invariant";
import { sql } from "@/lib/infra/database/sql";

export const COMMENT_INVARIANTS: readonly Invariant[] = [
  storedCount(
    "Post",
    "commentsCount",
    sql`SELECT "postId" AS id, count(*) FROM "Comment" WHERE "deletedAt" IS NULL GROUP BY 1`,
  ),
  storedCount("Comment", "repliesCount", sql`SELECT "parentId" AS id, count(*) FROM "Comment" GROUP BY 1`),
  {
    description: "deleted comments keep their place only above replies, and none of their words",
    violations: sql`
      SELECT id AS subject, CASE WHEN content <> '' THEN 'still has its words' ELSE 'has no replies' END AS problem
        FROM "Comment" WHERE "deletedAt" IS NOT NULL AND (content <> '' OR "repliesCount" = 0)`,
  },
];
