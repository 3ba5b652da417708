import { type Context, read } from "@/lib/domain/kernel/context";
import { literal, NOW, nowPlus, type Sql, sql } from "@/lib/infra/database/sql";
import { isFree } from "./lease";

/** Finds endpoints with due deliveries that no other worker has claimed, longest due first. */
export function findDueEndpoints(ctx: Context, worker: string): Promise<string[]> {
  return findEndpoints(
    ctx,
    "deliveries.findDue",
    sql`head."nextAttemptAt" <= ${NOW} AND NOT EXISTS (
      SELECT FROM "DeliveryLane" claim
        WHERE claim."endpointId" = head."endpointId" AND claim.engine <> ${worker} AND claim."endsAt" >= ${NOW})`,
  );
}

/** Finds endpoints with a delivery that is `overdueMs` overdue while none is being attempted: their worker lost it. */
export function findOverdueEndpoints(ctx: Context, overdueMs: number): Promise<string[]> {
  return findEndpoints(
    ctx,
    "deliveries.findOverdue",
    sql`head."nextAttemptAt" <= ${nowPlus(-overdueMs)} AND NOT EXISTS (
      SELECT FROM "Delivery" d WHERE d."endpointId" = head."endpointId" AND d.status = 'pending' AND NOT ${isFree})`,
  );
}

/** Returns how long the longest-due delivery has waited for an attempt; 0 if none is due. */
export async function deliveryLagMs(ctx: Context): Promise<number> {
  const [row] = await read<{ lagMs: number | null }>(ctx, "deliveries.lag")`
    ${heads} SELECT (extract(epoch FROM ${NOW} - min("nextAttemptAt")) * 1000)::float8 AS "lagMs" FROM head`;
  return Math.max(0, Math.round(row?.lagMs ?? 0));
}

/** The maximum that is counted. A precise figure would cost more than it is worth. */
const MAX_COUNTED = 100_000;

/** Counts deliveries that are queued or wait for a retry, up to `MAX_COUNTED`. */
export async function countPendingDeliveries(ctx: Context): Promise<number> {
  const [row] = await read<{ count: number }>(ctx, "deliveries.countPending")`
    SELECT count(*)::int
    FROM (SELECT FROM "Delivery" WHERE status = 'pending' LIMIT ${literal(MAX_COUNTED)}) counted`;
  return row!.count;
}

type Search = "deliveries.findDue" | "deliveries.findOverdue";

async function findEndpoints(ctx: Context, name: Search, condition: Sql): Promise<string[]> {
  const rows = await read<{ endpointId: string }>(ctx, name)`
    ${heads} SELECT "endpointId" FROM head WHERE ${condition} ORDER BY "nextAttemptAt"`;
  return rows.map(({ endpointId }) => endpointId);
}

const headAfter = (endpointId: Sql) => sql`
    SELECT d."endpointId", d."nextAttemptAt" FROM "Delivery" d
     WHERE d.status = 'pending' AND ${isFree} AND d."endpointId" > ${endpointId}
     ORDER BY d."endpointId", d."nextAttemptAt", d.sequence LIMIT 1`;

/** Each endpoint's first due free delivery. A loose index scan: its cost grows with endpoints, not deliveries. */
const heads = sql`
    WITH RECURSIVE head AS (
      (${headAfter(sql`''`)})
      UNION ALL
      SELECT next.* FROM head CROSS JOIN LATERAL (${headAfter(sql`head."endpointId"`)}) next
    )`;
