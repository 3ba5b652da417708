import { type Invariant, storedCount } from "@/lib/domain/kernel/invariant";
import { sql } from "@/lib/infra/database/sql";

export const POST_INVARIANTS: readonly Invariant[] = [
  storedCount(
    "User",
    "postsCount",
    sql`SELECT "authorId" AS id, count(*) FROM "Post" WHERE "deletedAt" IS NULL GROUP BY 1`,
  ),
  storedCount(
    "User",
    "publicPostsCount",
    sql`SELECT "authorId" AS id, count(*) FROM "Post" WHERE "deletedAt" IS NULL AND audience = 'PUBLIC' GROUP BY 1`,
  ),
  storedCount(
    "Post",
    "quotesCount",
    sql`SELECT "quoteId" AS id, count(*) FROM "Post"
      WHERE "quoteId" IS NOT NULL AND "deletedAt" IS NULL AND audience = 'PUBLIC' AND "quoteWithdrawnAt" IS NULL GROUP BY 1`,
  ),
  {
    description: "posts are found by the words that they have",
    violations: sql`
      SELECT id AS subject, 'has the search vector of another text' AS problem FROM "Post"
       WHERE "searchVector" IS DISTINCT FROM to_tsvector('english', content)`,
  },
];
