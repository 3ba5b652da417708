import type { Context } from "@/lib/domain/kernel/context";
import { listEvents } from "@/lib/domain/consequences/events/queries";
import { announceDue, announceTo } from "@/lib/domain/consequences/announcer/announce";
import { createEndpoint } from "@/lib/domain/consequences/webhooks/commands";
import { database } from "@/lib/infra/database/db";
import { newPerson } from "@/tests/support/people";

type Names = Parameters<typeof createEndpoint>[1]["events"];

/** Somebody with an endpoint that subscribes to these events. */
export async function newListener(events: Names = ["incoming.*"]) {
  const ctx = await newPerson();
  const { id: endpointId } = await createEndpoint(ctx, { url: "http://127.0.0.1:9/", events });
  return { ctx, endpointId };
}

/** Announces due acts. */
export const announce = (ctx: Context) => announceDue(ctx);

/** Announces all pending acts to somebody, as if their delays were over. */
export async function announceAll(ctx: Context): Promise<void> {
  const userId = ctx.actor.id;
  await database().prisma.$executeRaw`
    UPDATE "IncomingAct" SET "dueAt" = now() - interval '1 second' WHERE "userId" = ${userId} AND "dueAt" IS NOT NULL`;
  while ((await announceTo({ ...ctx, now: new Date() }, userId)) > 0);
}

/** Everything that somebody's log of events shows. */
export async function logOf(ctx: Context) {
  const events = [];
  for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
    const page = await listEvents(ctx, { limit: 50, cursor });
    events.push(...page.data);
    cursor = page.nextCursor ?? undefined;
  }
  return events;
}

export const namesIn = async (ctx: Context) => (await logOf(ctx)).map(({ event }) => event);
