import type { Context } from "@/lib/domain/context";
import { randomBase62 } from "@/lib/domain/id";
import { Prisma } from "@/lib/infra/prisma/client";
import { NOW, nowPlus } from "./clock";
import type { AttemptEntry } from "./outcome";
import { LEASE_MS } from "./rules";

/** A delivery that its holder alone may attempt, until the lease ends. */
export interface LeasedDelivery {
  id: string;
  endpointId: string;
  event: string;
  body: string;
  attempts: number;
  manual: boolean;
  once: boolean;
  deliveredAt: Date | null;
  attemptLog: AttemptEntry[];
  leaseToken: string;
  /** Until when it surely is its holder's, on the steady clock of this process. */
  heldUntil: number;
  url: string;
  secret: string;
  previousSecret: string | null;
  previousSecretEndsAt: Date | null;
}

/** A delivery just as its lease was written. */
export type LeasedRow = Omit<LeasedDelivery, "heldUntil">;

/** The columns of that, for a statement on `"Delivery" d` and `"WebhookEndpoint" e`. */
export const leasedColumns = Prisma.sql`d.id, d."endpointId", d.event, d.body, d.attempts, d.manual, d.once, d."deliveredAt", d."attemptLog",
  d."leaseToken", e.url, e.secret, e."previousSecret", e."previousSecretEndsAt"`;

/** Leases one delivery if it is pending, due and free: of any number who try at once, one gets it. */
export async function leaseDelivery(ctx: Context, id: string): Promise<LeasedDelivery | undefined> {
  const heldUntil = heldFor(LEASE_MS);
  const [leased] = await ctx.db.$queryRaw<LeasedRow[]>`
    UPDATE "Delivery" d SET "leaseToken" = ${leaseToken(ctx)}, "leaseEndsAt" = ${nowPlus(LEASE_MS)} FROM "WebhookEndpoint" e
     WHERE d.id = ${id} AND e.id = d."endpointId" AND d.status = 'pending' AND ${isDue} AND ${isFree}
    RETURNING ${leasedColumns}`;
  return leased && { ...leased, heldUntil };
}

/** Gives back what was leased and not begun. */
export async function returnDeliveries(ctx: Context, leased: readonly LeasedDelivery[]): Promise<void> {
  const ids = leased.map(({ id }) => id);
  const tokens = leased.map(({ leaseToken }) => leaseToken);
  await ctx.db.$executeRaw`
    UPDATE "Delivery" d SET "leaseToken" = NULL, "leaseEndsAt" = NULL
      FROM unnest(${ids}::text[], ${tokens}::text[]) AS held(id, token) WHERE d.id = held.id AND d."leaseToken" = held.token`;
}

/** Holds on for as long again to what is still leased with the same token. The rest stays lost. */
export async function renewLeases(ctx: Context, leased: readonly LeasedDelivery[], ms: number): Promise<void> {
  const ids = leased.map(({ id }) => id);
  const tokens = leased.map(({ leaseToken }) => leaseToken);
  const heldUntil = heldFor(ms);
  const kept = await ctx.db.$queryRaw<{ id: string }[]>`
    UPDATE "Delivery" d SET "leaseEndsAt" = ${nowPlus(ms)}
      FROM unnest(${ids}::text[], ${tokens}::text[]) AS held(id, token) WHERE d.id = held.id AND d."leaseToken" = held.token
    RETURNING d.id`;
  const isKept = new Set(kept.map(({ id }) => id));
  for (const delivery of leased) if (isKept.has(delivery.id)) delivery.heldUntil = heldUntil;
}

export const isDue = Prisma.sql`d."nextAttemptAt" <= ${NOW}`;

/** Whether nobody holds a delivery `d`. The lease of a process that died ends, and the attempt it had begun does not count. */
export const isFree = Prisma.sql`(d."leaseToken" IS NULL OR d."leaseEndsAt" < ${NOW})`;

export function leaseToken({ random }: Context): string {
  return randomBase62(random, 20);
}

/** The end of a lease that is asked for after this: its holder never takes it for longer than it is. */
export function heldFor(ms: number): number {
  return performance.now() + ms;
}
