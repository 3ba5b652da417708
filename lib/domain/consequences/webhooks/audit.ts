import type { Invariant } from "@/lib/domain/kernel/invariant";
import { literal, sql } from "@/lib/infra/database/sql";
import { DELIVERY_RETENTION_DAYS } from "./rules";

/** Matches rows that retention cannot have deleted yet. */
const KEPT = sql`now() - interval '${literal(DELIVERY_RETENTION_DAYS - 1)} days'`;

/** Deliveries are numbered in the transactions of events: a number without its delivery is an event not delivered. */
export const OUTBOX_INVARIANTS: readonly Invariant[] = [
  {
    description: "every number of an endpoint has its delivery",
    violations: sql`
      SELECT id AS subject, 'is number ' || sequence || ' of its endpoint, after number ' || previous AS problem
        FROM (SELECT id, sequence, "createdAt", lag(sequence) OVER endpoint AS previous, lag("createdAt") OVER endpoint AS after
                FROM "Delivery" WINDOW endpoint AS (PARTITION BY "endpointId" ORDER BY sequence)) d
       WHERE sequence <> previous + 1 AND LEAST("createdAt", after) > ${KEPT}`,
  },
  {
    description: "every endpoint has its first and its last delivery",
    violations: sql`
      SELECT e.id AS subject, 'is at number ' || e.sequence || ', and has ' || COALESCE(d.first || ' to ' || d.last, 'none') AS problem
        FROM "WebhookEndpoint" e
        LEFT JOIN (SELECT "endpointId", min(sequence) AS first, max(sequence) AS last FROM "Delivery" GROUP BY 1) d
          ON d."endpointId" = e.id
       WHERE e.sequence < d.last
          OR e."lastQueuedAt" > ${KEPT} AND e.sequence IS DISTINCT FROM d.last
          OR e."createdAt" > ${KEPT} AND e.sequence > 0 AND d.first IS DISTINCT FROM 1`,
  },
  {
    description: "deliveries are due while they are pending, and only then",
    violations: sql`
      SELECT id AS subject, 'is ' || status || ', and due ' || COALESCE("nextAttemptAt"::text, 'never') AS problem
        FROM "Delivery" WHERE (status = 'pending') <> ("nextAttemptAt" IS NOT NULL)`,
  },
  {
    description: "deliveries go to the account of their event",
    violations: sql`
      SELECT d.id AS subject, 'tells ' || e."userId" || ' of event ' || v.id || ' of ' || v."userId" AS problem
        FROM "Delivery" d JOIN "WebhookEndpoint" e ON e.id = d."endpointId" JOIN "Event" v ON v.id = d."eventId"
       WHERE e."userId" <> v."userId"`,
  },
];
