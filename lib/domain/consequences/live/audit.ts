import type { Invariant } from "@/lib/domain/kernel/invariant";
import { sql } from "@/lib/infra/database/sql";

export const LIVE_INVARIANTS: readonly Invariant[] = [
  {
    description: "live topics number their events without gaps",
    violations: sql`
      SELECT e.topic AS subject,
             'has ' || e.count || ' events from ' || e.first || ' to ' || e.last || ', and is at ' || COALESCE(t.seq, 0) AS problem
        FROM (SELECT topic, count(*), min(seq) AS first, max(seq) AS last FROM "LiveEvent" GROUP BY topic) e
        LEFT JOIN "LiveTopic" t USING (topic)
       WHERE e.last - e.first + 1 <> e.count OR e.last > COALESCE(t.seq, 0)`,
  },
];
