import type { Invariant } from "@/lib/domain/kernel/invariant";
import { sql } from "@/lib/infra/database/sql";

/** Rows of one reason without a matching row of the opposite reason. */
const unpaired = (reason: "blocked" | "blocked_by", opposite: "blocked" | "blocked_by") => sql`
  SELECT h."viewerId" AS subject, ${reason}::text || ' ' || h."personId" || ' alone' AS problem
    FROM "HiddenPerson" h WHERE h.reason::text = ${reason} AND NOT EXISTS (
      SELECT 1 FROM "HiddenPerson" o
       WHERE o."viewerId" = h."personId" AND o."personId" = h."viewerId" AND o.reason::text = ${opposite})`;

export const SAFETY_INVARIANTS: readonly Invariant[] = [
  {
    description: "A block hides two people from each other",
    violations: sql`${unpaired("blocked", "blocked_by")} UNION ALL ${unpaired("blocked_by", "blocked")}`,
  },
  {
    description: "Nobody follows somebody hidden by a block",
    violations: sql`SELECT f."followerId" AS subject, 'follows ' || f."followeeId" AS problem
      FROM "Follow" f JOIN "HiddenPerson" h ON h."viewerId" = f."followerId" AND h."personId" = f."followeeId"
     WHERE h.reason <> 'muted'`,
  },
];
