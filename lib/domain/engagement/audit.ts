import { type Invariant, storedCount } from "@/lib/domain/invariant";
import { sql } from "@/lib/infra/sql";

export const ENGAGEMENT_INVARIANTS: readonly Invariant[] = [
  storedCount("Post", "likesCount", sql`SELECT "postId" AS id, count(*) FROM "Like" GROUP BY 1`),
  storedCount("Post", "repostsCount", sql`SELECT "postId" AS id, count(*) FROM "Repost" GROUP BY 1`),
  storedCount("Post", "commentsCount", sql`SELECT "postId" AS id, count(*) FROM "Comment" GROUP BY 1`),
  storedCount("Comment", "repliesCount", sql`SELECT "parentId" AS id, count(*) FROM "Comment" GROUP BY 1`),
];
