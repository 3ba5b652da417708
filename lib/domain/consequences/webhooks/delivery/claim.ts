import { type Context, read, write } from "@/lib/domain/kernel/context";
import { INCOMING_EVENTS } from "@/lib/domain/consequences/events/incoming-events";
import { VISIBLE_EVENT } from "@/lib/domain/kernel/visibility";
import { ATTEMPT_LEASE_MS, NO_LONGER_VISIBLE, WORKER_LEASE_MS } from "@/lib/domain/consequences/webhooks/rules";
import { literal, NOW, nowPlus, sql } from "@/lib/infra/database/sql";
import { type ClaimedDelivery, type ClaimedRow, isDue, isFree, leaseDue, leaseEnd, renewLeases } from "./lease";

/**
 * Whether the endpoint's owner may (still) see what a delivery `d` says. Of the owner's own acts, only what is sent
 * again may be hidden: it names somebody who has blocked the owner since.
 */
const isVisible = sql`CASE WHEN d.event = ANY (${INCOMING_EVENTS}::text[])
    THEN EXISTS (SELECT FROM "Event" e WHERE e.id = d."eventId" AND ${VISIBLE_EVENT})
    WHEN d.manual THEN NOT EXISTS (SELECT FROM "Event" e WHERE e.id = d."eventId" AND NOT ${VISIBLE_EVENT})
    ELSE true END`;

/** Finishes rows of a CTE `next (id, "createdAt", visible)` that may not be sent, and selects the others as `due`. */
const withoutHidden = sql`dropped AS (
      UPDATE "Delivery" d SET "nextAttemptAt" = NULL, "leaseToken" = NULL, "leaseEndsAt" = NULL,
             error = ${literal(`'${NO_LONGER_VISIBLE}'`)},
             status = CASE WHEN d."deliveredAt" IS NULL THEN 'failed' ELSE 'delivered' END::"DeliveryStatus"
        FROM next WHERE d.id = next.id AND d."createdAt" = next."createdAt" AND NOT next.visible
    ), due AS (SELECT id, "createdAt" FROM next WHERE visible)`;

/** Claims one delivery if it is due and free: of any number of concurrent callers, one gets it. */
export async function claimDelivery(ctx: Context, id: string): Promise<ClaimedDelivery | undefined> {
  const leasedUntilMs = leaseEnd(ATTEMPT_LEASE_MS);
  const [row] = await read<ClaimedRow>(ctx, "deliveries.claimOne")`
    WITH next AS (
        SELECT d.id, d."createdAt", ${isVisible} AS visible FROM "Delivery" d
         WHERE d.id = ${id} AND ${isDue} AND ${isFree} FOR UPDATE
      ), ${withoutHidden} ${leaseDue(ctx, ATTEMPT_LEASE_MS)}`;
  return row && { ...row, leasedUntilMs };
}

/** How many deliveries a worker wants for one endpoint. */
export interface ClaimRequest {
  endpointId: string;
  limit: number;
}

export interface Claim {
  /** In the order of each endpoint's sequence. */
  deliveries: ClaimedDelivery[];
  /** Endpoints that another worker has claimed. */
  contended: string[];
}

/**
 * Claims the endpoints that no other worker has claimed (a row of `DeliveryLane`, whose `engine` is the worker), and
 * for each the deliveries that have been due longest. With one worker per endpoint, `MAX_CONCURRENT_ATTEMPTS` holds
 * across workers.
 */
export async function claimDeliveries(ctx: Context, worker: string, requests: readonly ClaimRequest[]): Promise<Claim> {
  const leasedUntilMs = leaseEnd(WORKER_LEASE_MS);
  const endpointIds = requests.map(({ endpointId }) => endpointId);
  const limits = requests.map(({ limit }) => limit);
  const statement = sql`
    WITH request AS (
      -- The limit excludes no row. As a parameter, it makes the planner expect few rows and keep a generic plan.
      SELECT * FROM unnest(${endpointIds}::text[], ${limits}::int[]) AS request("endpointId", "limit")
       LIMIT ${requests.length}
    ), owned AS (
      INSERT INTO "DeliveryLane" AS current ("endpointId", engine, "endsAt")
      SELECT "endpointId", ${worker}, ${nowPlus(WORKER_LEASE_MS)} FROM request ORDER BY "endpointId"
          ON CONFLICT ("endpointId") DO UPDATE SET engine = excluded.engine, "endsAt" = excluded."endsAt"
       WHERE current.engine = excluded.engine OR current."endsAt" < ${NOW}
      RETURNING "endpointId"
    ), next AS (
      SELECT due.* FROM owned JOIN request USING ("endpointId") CROSS JOIN LATERAL (
        SELECT d.id, d."createdAt", ${isVisible} AS visible FROM "Delivery" d
         WHERE d."endpointId" = owned."endpointId" AND ${isDue} AND ${isFree}
         ORDER BY d."nextAttemptAt", d.sequence LIMIT request."limit" FOR UPDATE SKIP LOCKED) due
    ), ${withoutHidden}, claimed AS (${leaseDue(ctx, WORKER_LEASE_MS)})
    SELECT claimed.*, request."endpointId" AS "endpointId" FROM request LEFT JOIN claimed USING ("endpointId")
     WHERE claimed.id IS NOT NULL OR request."endpointId" NOT IN (SELECT "endpointId" FROM owned)
     ORDER BY claimed."nextAttemptAt", claimed.sequence`;
  const rows = await read<ClaimedRow | { id: null; endpointId: string }>(ctx, "deliveries.claim")`${statement}`;
  return {
    deliveries: rows.flatMap((row) => (row.id === null ? [] : [{ ...row, leasedUntilMs }])),
    contended: rows.flatMap((row) => (row.id === null ? [row.endpointId] : [])),
  };
}

export async function renewClaims(ctx: Context, worker: string, claimed: readonly ClaimedDelivery[]): Promise<void> {
  await write(ctx, "deliveries.renewEndpoints")`
    UPDATE "DeliveryLane" SET "endsAt" = ${nowPlus(WORKER_LEASE_MS)} WHERE engine = ${worker}`;
  if (claimed.length > 0) await renewLeases(ctx, claimed, WORKER_LEASE_MS);
}

export async function releaseEndpoints(ctx: Context, worker: string, endpointIds: readonly string[]): Promise<void> {
  await write(ctx, "deliveries.releaseEndpoints")`
    DELETE FROM "DeliveryLane" WHERE "endpointId" = ANY(${endpointIds}::text[]) AND engine = ${worker}`;
}
