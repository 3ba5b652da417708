import type { Context } from "@/lib/domain/context";
import { Prisma } from "@/lib/infra/prisma/client";
import { NOW, nowPlus } from "./clock";
import {
  heldFor,
  isDue,
  isFree,
  type LeasedDelivery,
  type LeasedRow,
  leasedColumns,
  leaseToken,
  renewLeases,
} from "./lease";
import { ENGINE_LEASE_MS } from "./rules";

/** How many deliveries an engine wants for one endpoint. */
export interface Wish {
  endpointId: string;
  deliveries: number;
}

export interface Claim {
  /** In the order of each endpoint's sequence. */
  leased: LeasedDelivery[];
  /** Endpoints that another engine has just now. */
  taken: string[];
}

/**
 * Takes the endpoints' lanes, as far as no other engine has them, and leases what has been due longest in each. A lane
 * belongs to one engine, which can so keep to `MAX_AT_ONCE`.
 */
export async function claimDeliveries(ctx: Context, engine: string, wishes: readonly Wish[]): Promise<Claim> {
  const heldUntil = heldFor(ENGINE_LEASE_MS);
  const endpointIds = wishes.map(({ endpointId }) => endpointId);
  const amounts = wishes.map(({ deliveries }) => deliveries);
  const rows = await ctx.db.$queryRaw<(LeasedRow | { id: null; endpointId: string })[]>`
    WITH wish AS (
      SELECT * FROM unnest(${endpointIds}::text[], ${amounts}::int[]) AS wish("endpointId", deliveries)
    ), lane AS (
      INSERT INTO "DeliveryLane" AS lane ("endpointId", engine, "endsAt")
      SELECT "endpointId", ${engine}, ${nowPlus(ENGINE_LEASE_MS)} FROM wish ORDER BY "endpointId"
          ON CONFLICT ("endpointId") DO UPDATE SET engine = excluded.engine, "endsAt" = excluded."endsAt"
       WHERE lane.engine = excluded.engine OR lane."endsAt" < ${NOW}
      RETURNING "endpointId"
    ), due AS (
      SELECT next.id FROM lane JOIN wish USING ("endpointId") CROSS JOIN LATERAL (
        SELECT d.id FROM "Delivery" d
         WHERE d."endpointId" = lane."endpointId" AND d.status = 'pending' AND ${isDue} AND ${isFree}
         ORDER BY d."nextAttemptAt", d.sequence LIMIT wish.deliveries FOR UPDATE SKIP LOCKED) next
    ), leased AS (
      UPDATE "Delivery" d SET "leaseToken" = ${leaseToken(ctx)}, "leaseEndsAt" = ${nowPlus(ENGINE_LEASE_MS)} FROM due, "WebhookEndpoint" e
       WHERE d.id = due.id AND e.id = d."endpointId"
      RETURNING ${leasedColumns}, d."nextAttemptAt", d.sequence
    )
    SELECT leased.*, wish."endpointId" AS "endpointId" FROM wish LEFT JOIN leased USING ("endpointId")
     WHERE leased.id IS NOT NULL OR wish."endpointId" NOT IN (SELECT "endpointId" FROM lane)
     ORDER BY leased."nextAttemptAt", leased.sequence`;
  return {
    leased: rows.flatMap((row) => (row.id === null ? [] : [{ ...row, heldUntil }])),
    taken: rows.flatMap((row) => (row.id === null ? [row.endpointId] : [])),
  };
}

/** Keeps an engine's lanes, and what it has leased in them, for as long again. */
export async function keepLanes(ctx: Context, engine: string, leased: readonly LeasedDelivery[]): Promise<void> {
  await ctx.db.$executeRaw`UPDATE "DeliveryLane" SET "endsAt" = ${nowPlus(ENGINE_LEASE_MS)} WHERE engine = ${engine}`;
  if (leased.length > 0) await renewLeases(ctx, leased, ENGINE_LEASE_MS);
}

/** Leaves lanes to whoever wants them. */
export async function leaveLanes(ctx: Context, engine: string, endpointIds: readonly string[]): Promise<void> {
  await ctx.db
    .$executeRaw`DELETE FROM "DeliveryLane" WHERE "endpointId" = ANY(${[...endpointIds]}::text[]) AND engine = ${engine}`;
}

/** The endpoints that have something due in a lane free to this engine, found by leaping from endpoint to endpoint. */
export async function dueEndpoints(ctx: Context, engine: string): Promise<string[]> {
  const rows = await ctx.db.$queryRaw<{ endpointId: string }[]>`
    WITH RECURSIVE ${heads()}
    SELECT "endpointId" FROM head
     WHERE "nextAttemptAt" <= ${NOW}
       AND NOT EXISTS (SELECT FROM "DeliveryLane" lane WHERE lane."endpointId" = head."endpointId" AND lane.engine <> ${engine} AND lane."endsAt" >= ${NOW})
     ORDER BY "nextAttemptAt"`;
  return rows.map(({ endpointId }) => endpointId);
}

/** The endpoints that whoever should drive their deliveries has forgotten: something is long due, and nothing is under way. */
export async function forgottenEndpoints(ctx: Context, overdueMs: number): Promise<string[]> {
  const rows = await ctx.db.$queryRaw<{ endpointId: string }[]>`
    WITH RECURSIVE ${heads()}
    SELECT "endpointId" FROM head
     WHERE "nextAttemptAt" <= ${nowPlus(-overdueMs)}
       AND NOT EXISTS (SELECT FROM "Delivery" d WHERE d."endpointId" = head."endpointId" AND d.status = 'pending' AND NOT ${isFree})
     ORDER BY "nextAttemptAt"`;
  return rows.map(({ endpointId }) => endpointId);
}

/** The delivery that is due first and free, of each endpoint. */
function heads(): Prisma.Sql {
  const first = (after: Prisma.Sql) => Prisma.sql`
    SELECT d."endpointId", d."nextAttemptAt" FROM "Delivery" d
     WHERE d.status = 'pending' AND ${isFree} AND d."endpointId" > ${after}
     ORDER BY d."endpointId", d."nextAttemptAt", d.sequence LIMIT 1`;
  return Prisma.sql`head AS ((${first(Prisma.sql`''`)}) UNION ALL SELECT next.* FROM head CROSS JOIN LATERAL (${first(Prisma.sql`head."endpointId"`)}) next)`;
}
