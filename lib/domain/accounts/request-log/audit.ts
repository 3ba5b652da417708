import type { Invariant } from "@/lib/domain/kernel/invariant";
import { literal, sql } from "@/lib/infra/database/sql";
import { REQUEST_RETENTION_DAYS } from "./rules";

/** Matches requests whose counts retention cannot have deleted yet. */
const KEPT = sql`r."createdAt" > now() - interval '${literal(REQUEST_RETENTION_DAYS - 1)} days'`;

export const REQUEST_LOG_INVARIANTS: readonly Invariant[] = [
  {
    // Requests beyond the limit of the list are only counted. The counts of closed accounts are deleted before their
    // requests.
    description: "every listed request is counted in its hour",
    violations: sql`
      SELECT r."userId" || ' at ' || r.hour AS subject, 'lists ' || r.listed || ', and counts ' || COALESCE(c.requests, 0)
          AS problem
        FROM (SELECT "userId", date_trunc('hour', "createdAt", 'UTC') AS hour, "keyId", COALESCE(error, '') AS error,
                     sum(times) AS listed
                FROM "ApiRequest" r WHERE ${KEPT} GROUP BY 1, 2, 3, 4) r
        LEFT JOIN "ApiRequestCount" c USING ("userId", hour, "keyId", error)
       WHERE r.listed > COALESCE(c.requests, 0)
         AND NOT EXISTS (SELECT FROM "ClosedAccount" a WHERE a."userId" = r."userId")`,
  },
  {
    description: "the log of an app does not say whom it acted for",
    violations: sql`
      SELECT r.id AS subject, 'names ' || r."keyId" || ' to the developer of ' || r."userId" AS problem
        FROM "ApiRequest" r JOIN "App" a ON a.id = r."userId" WHERE r."keyId" <> r."userId" AND ${KEPT}`,
  },
];
