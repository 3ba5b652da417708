import type { Context } from "@/lib/domain/context";
import { randomBase62 } from "@/lib/domain/id";
import { Prisma } from "@/lib/infra/prisma/client";
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
  leaseEndsAt: Date;
  url: string;
  secret: string;
  previousSecret: string | null;
  previousSecretEndsAt: Date | null;
}

/** The columns of that, for a statement on `"Delivery" d` and `"WebhookEndpoint" e`. */
export const leasedColumns = Prisma.sql`d.id, d."endpointId", d.event, d.body, d.attempts, d.manual, d.once, d."deliveredAt", d."attemptLog",
  d."leaseToken", d."leaseEndsAt", e.url, e.secret, e."previousSecret", e."previousSecretEndsAt"`;

/** Leases one delivery if it is pending, due and free: of any number who try at once, one gets it. */
export async function leaseDelivery(ctx: Context, id: string): Promise<LeasedDelivery | undefined> {
  const { token, endsAt } = newLease(ctx, LEASE_MS);
  const [leased] = await ctx.db.$queryRaw<LeasedDelivery[]>`
    UPDATE "Delivery" d SET "leaseToken" = ${token}, "leaseEndsAt" = ${endsAt} FROM "WebhookEndpoint" e
     WHERE d.id = ${id} AND e.id = d."endpointId" AND d.status = 'pending' AND d."nextAttemptAt" <= ${ctx.now} AND ${isFree(ctx)}
    RETURNING ${leasedColumns}`;
  return leased;
}

/** Gives back what was leased and not begun. */
export async function returnDeliveries(ctx: Context, leased: readonly LeasedDelivery[]): Promise<void> {
  const ids = leased.map(({ id }) => id);
  const tokens = leased.map(({ leaseToken }) => leaseToken);
  await ctx.db.$executeRaw`
    UPDATE "Delivery" d SET "leaseToken" = NULL, "leaseEndsAt" = NULL
      FROM unnest(${ids}::text[], ${tokens}::text[]) AS held(id, token) WHERE d.id = held.id AND d."leaseToken" = held.token`;
}

/** Holds on to what is still leased with the same token. */
export async function renewLeases(ctx: Context, leased: readonly LeasedDelivery[], endsAt: Date): Promise<void> {
  const ids = leased.map(({ id }) => id);
  const tokens = leased.map(({ leaseToken }) => leaseToken);
  await ctx.db.$executeRaw`
    UPDATE "Delivery" d SET "leaseEndsAt" = ${endsAt}
      FROM unnest(${ids}::text[], ${tokens}::text[]) AS held(id, token) WHERE d.id = held.id AND d."leaseToken" = held.token`;
}

/** Whether nobody holds a delivery `d`. The lease of a process that died ends, and the attempt it had begun does not count. */
export function isFree({ now }: Context): Prisma.Sql {
  return Prisma.sql`(d."leaseToken" IS NULL OR d."leaseEndsAt" < ${now})`;
}

export function newLease({ now, random }: Context, ms: number): { token: string; endsAt: Date } {
  return { token: randomBase62(random, 20), endsAt: new Date(now.getTime() + ms) };
}
