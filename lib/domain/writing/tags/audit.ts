import type { Invariant } from "@/lib/domain/kernel/invariant";
import { sql } from "@/lib/infra/database/sql";

export const TAG_INVARIANTS: readonly Invariant[] = [
  {
    description: "exactly the public posts are listed under their tags",
    violations: sql`
      SELECT coalesce(p.id, t."postId") AS subject,
             coalesce(p.tag, t.tag) || CASE WHEN p.id IS NULL THEN ' is listed' ELSE ' is not listed' END AS problem
        FROM (SELECT id, unnest(tags) AS tag FROM "Post"
               WHERE "deletedAt" IS NULL AND audience = 'PUBLIC' AND "communityId" IS NULL AND "priceCoins" IS NULL) p
        FULL JOIN "PostTag" t ON t."postId" = p.id AND t.tag = p.tag COLLATE "C"
       WHERE p.id IS NULL OR t."postId" IS NULL`,
  },
];
