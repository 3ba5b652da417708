import { type Invariant, storedCount } from "@/lib/domain/kernel/invariant";
import { sql } from "@/lib/infra/database/sql";

export const ENGAGEMENT_INVARIANTS: readonly Invariant[] = [
  storedCount("Post", "likesCount", sql`SELECT "postId" AS id, count(*) FROM "Like" GROUP BY 1`),
  storedCount("Post", "repostsCount", sql`SELECT "postId" AS id, count(*) FROM "Repost" GROUP BY 1`),
];
