import type { Context } from "@/lib/domain/context";
import { NOW, nowPlus } from "@/lib/infra/database-clock";
import { type Sql, sql } from "@/lib/infra/sql";
import { isFree } from "./lease";

/** Finds the endpoints with a due delivery that do not belong to another worker, longest due first. */
export function findDueEndpoints(ctx: Context, worker: string): Promise<string[]> {
  return findEndpoints(
    ctx,
    sql`head."nextAttemptAt" <= ${NOW} AND NOT EXISTS (
      SELECT FROM "DeliveryLane" claim
        WHERE claim."endpointId" = head."endpointId" AND claim.engine <> ${worker} AND claim."endsAt" >= ${NOW})`,
  );
}

/**
 * Finds the endpoints with a delivery that is `overdueMs` overdue while none is being attempted: their driver lost
 * them.
 */
export function findOverdueEndpoints(ctx: Context, overdueMs: number): Promise<string[]> {
  return findEndpoints(
    ctx,
    sql`head."nextAttemptAt" <= ${nowPlus(-overdueMs)} AND NOT EXISTS (
      SELECT FROM "Delivery" d WHERE d."endpointId" = head."endpointId" AND d.status = 'pending' AND NOT ${isFree})`,
  );
}

/**
 * Finds endpoints by a condition on `head`, the delivery of each endpoint that is free and due first. The recursion
 * steps from endpoint to endpoint in the index (a loose index scan), so its cost is that of the endpoints, not of the
 * deliveries.
 */
async function findEndpoints(ctx: Context, condition: Sql): Promise<string[]> {
  const headAfter = (endpointId: Sql) => sql`
    SELECT d."endpointId", d."nextAttemptAt" FROM "Delivery" d
     WHERE d.status = 'pending' AND ${isFree} AND d."endpointId" > ${endpointId}
     ORDER BY d."endpointId", d."nextAttemptAt", d.sequence LIMIT 1`;
  const rows = await ctx.db.$queryRaw<{ endpointId: string }[]>`
    WITH RECURSIVE head AS (
      (${headAfter(sql`''`)})
      UNION ALL
      SELECT next.* FROM head CROSS JOIN LATERAL (${headAfter(sql`head."endpointId"`)}) next
    )
    SELECT "endpointId" FROM head WHERE ${condition} ORDER BY "nextAttemptAt"`;
  return rows.map(({ endpointId }) => endpointId);
}
