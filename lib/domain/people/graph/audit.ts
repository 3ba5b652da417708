import { type Invariant, storedCount } from "@/lib/domain/kernel/invariant";
import { sql } from "@/lib/infra/database/sql";

export const GRAPH_INVARIANTS: readonly Invariant[] = [
  storedCount("User", "followersCount", sql`SELECT "followeeId" AS id, count(*) FROM "Follow" GROUP BY 1`),
  storedCount("User", "followingCount", sql`SELECT "followerId" AS id, count(*) FROM "Follow" GROUP BY 1`),
];
