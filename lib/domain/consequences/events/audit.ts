import type { Invariant } from "@/lib/domain/kernel/invariant";
import { literal, sql } from "@/lib/infra/database/sql";
import { EVENT_RETENTION_DAYS } from "./rules";

export const EVENT_INVARIANTS: readonly Invariant[] = [
  {
    // Retention deletes events by time, which may differ from their order: only young accounts still have all of
    // theirs.
    description: "accounts number their events without gaps",
    violations: sql`
      SELECT e.id AS subject, 'is number ' || position || ' of its account, after number ' || previous AS problem
        FROM (SELECT id, "userId", position, lag(position, 1, 0::bigint) OVER account AS previous
                FROM "Event" WINDOW account AS (PARTITION BY "userId" ORDER BY position)) e
        JOIN "User" u ON u.id = e."userId"
       WHERE position <> previous + 1 AND u."createdAt" > now() - interval '${literal(EVENT_RETENTION_DAYS - 1)} days'`,
  },
  {
    description: "accounts know the number of their last event",
    violations: sql`
      SELECT u.id AS subject, 'is at event ' || u."eventPosition" || ', and has number ' || e.last AS problem
        FROM "User" u JOIN (SELECT "userId", max(position) AS last FROM "Event" GROUP BY 1) e ON e."userId" = u.id
       WHERE e.last > u."eventPosition"`,
  },
];
