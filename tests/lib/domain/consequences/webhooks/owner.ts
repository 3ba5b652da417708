import { randomUUID } from "node:crypto";
import { type Context, createContext, idFor } from "@/lib/domain/kernel/context";
import { createPost } from "@/lib/domain/writing/posts/commands";
import { createEndpoint } from "@/lib/domain/consequences/webhooks/commands";
import { database } from "@/lib/infra/database/db";

/** Creates a user, and returns a context that acts for them. */
export async function newOwner(): Promise<Context> {
  const visitor = createContext({ actor: null, channel: "api" });
  const handle = `w_${randomUUID().replaceAll("-", "").slice(0, 16)}`;
  const row = await database().prisma.user.create({
    data: { id: idFor(visitor, "user"), handle, name: "Owner", createdAt: visitor.now },
  });
  const { id, name, image, role, tier } = row;
  return { ...visitor, actor: { id, handle, name, image, role, tier } };
}

/** The same context, `ms` milliseconds later. */
export const later = (ctx: Context, ms = 0): Context => ({ ...ctx, now: new Date(ctx.now.getTime() + ms) });
/** The same context, at the current time. */
export const asOfNow = (ctx: Context): Context => ({ ...ctx, now: new Date() });

export function register(ctx: Context, url: string, events: Parameters<typeof createEndpoint>[1]["events"] = ["*"]) {
  return createEndpoint(asOfNow(ctx), { url, events });
}

export function publishPost(ctx: Context, content = "Hello") {
  return createPost(asOfNow(ctx), { content, audience: "PUBLIC" });
}

/** Reads an endpoint's deliveries from the database, in the order of their sequence. */
export function deliveriesOf(endpointId: string) {
  return database().prisma.delivery.findMany({ where: { endpointId }, orderBy: { sequence: "asc" } });
}

export function endpointRow(id: string) {
  return database().prisma.webhookEndpoint.findUniqueOrThrow({ where: { id } });
}

/**
 * Advances an endpoint's time. The database's clock, which decides, cannot be set, so its stored times are moved back.
 */
export async function advanceTime(endpointId: string, ms: number): Promise<void> {
  const { prisma } = database();
  await prisma.$executeRaw`
    UPDATE "Delivery" SET "nextAttemptAt" = "nextAttemptAt" - ${ms}::float8 * interval '1 ms', "leaseEndsAt" = "leaseEndsAt" - ${ms}::float8 * interval '1 ms'
     WHERE "endpointId" = ${endpointId}`;
  await prisma.$executeRaw`UPDATE "DeliveryLane" SET "endsAt" = "endsAt" - ${ms}::float8 * interval '1 ms' WHERE "endpointId" = ${endpointId}`;
}

/** Queues deliveries without acts that cause them. */
export async function queueDeliveries(owner: Context, endpointId: string, count: number): Promise<void> {
  await database().prisma.$executeRaw`
    INSERT INTO "Delivery" (id, "endpointId", event, sequence, body, "nextAttemptAt", "createdAt")
    SELECT 'whd_' || ${endpointId} || '_' || n, ${endpointId}, 'post.created', n, '{"id":"whd_' || ${endpointId} || '_' || n || '","sequence":' || n || '}', ${asOfNow(owner).now}, ${asOfNow(owner).now}
      FROM generate_series(1, ${count}::int) n`;
}
