import { type Context, read, write } from "@/lib/domain/kernel/context";
import { randomBase62 } from "@/lib/domain/kernel/id";
import { NOW, nowPlus, type Sql, sql } from "@/lib/infra/database/sql";
import type { AttemptEntry } from "./outcome";

/** A delivery that only the holder of its lease may attempt and settle. */
export interface ClaimedDelivery {
  id: string;
  /** Identifies its partition: statements with it scan no other. */
  createdAt: Date;
  endpointId: string;
  ownerId: string;
  event: string;
  body: string;
  attempts: number;
  /** The owner asked for this attempt: it does not count against the endpoint's health. */
  manual: boolean;
  /** There is no retry after this attempt. */
  once: boolean;
  deliveredAt: Date | null;
  /** The trace context of the act that caused it. */
  traceparent?: string | null;
  attemptLog: AttemptEntry[];
  leaseToken: string;
  /** When the lease ends at the earliest, on this process's monotonic clock (`performance.now()`). */
  leasedUntilMs: number;
  url: string;
  secret: string;
  previousSecret: string | null;
  previousSecretEndsAt: Date | null;
}

export type ClaimedRow = Omit<ClaimedDelivery, "leasedUntilMs">;

const claimedColumns = sql`d.id, d."createdAt", d."endpointId", d.event, d.body, d.attempts, d.manual, d.once,
  d."deliveredAt", d."attemptLog", d.traceparent, d."leaseToken", e."userId" AS "ownerId", e.url, e.secret, e."previousSecret", e."previousSecretEndsAt"`;

export const isDue = sql`d.status = 'pending' AND d."nextAttemptAt" <= ${NOW}`;

/** Matches a delivery `d` that nobody has leased. A crashed process's lease ends, and its attempt is not counted. */
export const isFree = sql`(d."leaseToken" IS NULL OR d."leaseEndsAt" < ${NOW})`;

/**
 * Returns the end of every claiming statement, which leases the rows of a CTE `due (id, "createdAt")` and returns
 * `ClaimedRow`.
 */
export function leaseDue({ random }: Context, leaseMs: number): Sql {
  return sql`
    UPDATE "Delivery" d SET "leaseToken" = ${randomBase62(random, 20)}, "leaseEndsAt" = ${nowPlus(leaseMs)}
      FROM due, "WebhookEndpoint" e
     WHERE d.id = due.id AND d."createdAt" = due."createdAt" AND e.id = d."endpointId"
    RETURNING ${claimedColumns}, d."nextAttemptAt", d.sequence`;
}

/** Releases deliveries that were claimed and not attempted, unless their lease has passed to another holder. */
export async function releaseDeliveries(ctx: Context, claimed: readonly ClaimedDelivery[]): Promise<void> {
  await write(ctx, "deliveries.release")`
    UPDATE "Delivery" d SET "leaseToken" = NULL, "leaseEndsAt" = NULL FROM ${held(claimed)}
    WHERE d.id = held.id AND d."createdAt" = held."createdAt" AND d."leaseToken" = held.token`;
}

/** Extends the leases that are still held; a lease that another holder has taken over keeps its old `leasedUntilMs`. */
export async function renewLeases(ctx: Context, claimed: readonly ClaimedDelivery[], leaseMs: number): Promise<void> {
  const leasedUntilMs = leaseEnd(leaseMs);
  const renewed = await read<{ id: string }>(ctx, "deliveries.renew")`
    UPDATE "Delivery" d SET "leaseEndsAt" = ${nowPlus(leaseMs)} FROM ${held(claimed)}
    WHERE d.id = held.id AND d."createdAt" = held."createdAt" AND d."leaseToken" = held.token
    RETURNING d.id`;
  const renewedIds = new Set(renewed.map(({ id }) => id));
  for (const delivery of claimed) if (renewedIds.has(delivery.id)) delivery.leasedUntilMs = leasedUntilMs;
}

/**
 * Returns when a lease that begins now will end. Call it before sending the statement, so that no holder relies on its
 * lease for too long.
 */
export function leaseEnd(leaseMs: number): number {
  return performance.now() + leaseMs;
}

function held(claimed: readonly ClaimedDelivery[]): Sql {
  const ids = claimed.map(({ id }) => id);
  const times = claimed.map(({ createdAt }) => createdAt);
  const tokens = claimed.map(({ leaseToken }) => leaseToken);
  return sql`unnest(${ids}::text[], ${times}::timestamptz[], ${tokens}::text[]) AS held(id, "createdAt", token)`;
}
