import { describe, expect, test } from "vitest";
import type { DomainError } from "@/lib/domain/kernel/errors";
import { SUBSCRIBABLE_EVENTS, subscribableEvents } from "@/lib/domain/consequences/events/catalog";
import { listEvents } from "@/lib/domain/consequences/events/queries";
import { triggerEvent } from "@/lib/domain/consequences/events/trigger";
import { createEndpoint } from "@/lib/domain/consequences/webhooks/commands";
import { listDeliveries } from "@/lib/domain/consequences/webhooks/queries";
import { database } from "@/lib/infra/database/db";
import { newPerson } from "@/tests/support/people";

const URL = "https://example.com/hooks";

describe("a triggered event", () => {
  test.each(SUBSCRIBABLE_EVENTS)("%s has the data of its kind, about the account itself", async (event) => {
    const ctx = await newPerson();
    const { data, test: mark } = await triggerEvent(ctx, { event });
    expect(mark).toBe(true);
    expect(subscribableEvents[event].data.parse(data)).toEqual(data);
    const named = JSON.stringify(data).match(/"(?:userId|handle)":"[^"]*"/g) ?? [];
    const own = [`"userId":"${ctx.actor.id}"`, `"handle":"${ctx.actor.handle}"`];
    expect(named.filter((field) => !own.includes(field))).toEqual([]);
  });

  test.each(SUBSCRIBABLE_EVENTS)("%s names what it would be about", async (event) => {
    const { data } = await triggerEvent(await newPerson(), { event });
    const subjects = /Id$|^questKey$|^challenger$|^tag$/;
    const about = Object.entries(data).filter(([name, value]) => subjects.test(name) && value);
    const isAboutPeople = /follow/.test(event);
    expect(about.filter(([name]) => isAboutPeople || name !== "userId")).not.toEqual([]);
  });

  test("has the data that is given, and the rest made up", async () => {
    const ctx = await newPerson();
    const inRoom = { postId: null, messageId: "rmsg_1", roomCode: "ABCDEF" };
    const { data } = await triggerEvent(ctx, { event: "incoming.mention", data: inRoom });
    expect(data).toMatchObject({ ...inRoom, commentId: null, handle: ctx.actor.handle });
  });

  test.each([
    [{ post: "post_1", postId: 1 }, ["data.post", "data.postId"]],
    [{ challenger: { userId: 1 } }, ["data.challenger"]],
  ])("is rejected with data that no such event has: %j", async (data, params) => {
    const ctx = await newPerson();
    const rejected = await triggerEvent(ctx, { event: "like.created", data }).catch((error: DomainError) => error);
    expect((rejected as DomainError).details.issues?.map(({ param }) => param)).toEqual(params);
    expect((await listEvents(ctx, { limit: 20 })).data).toEqual([]);
  });

  test("is marked in the log and in the deliveries of subscribed endpoints, after earlier events", async () => {
    const ctx = await newPerson();
    const { id } = await createEndpoint(ctx, { url: URL, events: ["*"] });
    const { id: other } = await createEndpoint(ctx, { url: URL, events: ["like.created", "incoming.*"] });
    const first = await triggerEvent(ctx, { event: "post.created" });
    const second = await triggerEvent(ctx, { event: "incoming.like" });
    expect((await listEvents(ctx, { limit: 20 })).data).toEqual([first, second]);
    const sent = async (endpoint: string) =>
      (await listDeliveries(ctx, { id: endpoint, limit: 20 })).data.map(
        ({ requestBody }) => JSON.parse(requestBody) as object,
      );
    expect(await sent(id)).toMatchObject([{ event: "post.created", eventId: first.eventId, test: true, sequence: 1 }]);
    expect(await sent(other)).toMatchObject([{ event: "incoming.like", eventId: second.eventId, test: true }]);
  });

  test("reaches only its own account, and changes nothing else", async () => {
    const [ctx, other] = [await newPerson(), await newPerson()];
    await createEndpoint(other, { url: URL, events: ["*", "incoming.*"] });
    const before = await everythingElse();
    for (const event of SUBSCRIBABLE_EVENTS) await triggerEvent(ctx, { event });
    expect(await everythingElse()).toEqual(before);
    expect((await listEvents(other, { limit: 20 })).data).toEqual([]);
    expect((await listEvents(ctx, { limit: 50 })).data).toHaveLength(SUBSCRIBABLE_EVENTS.length);
  });
});

/** Every row of every table except the events themselves and the accounts' positions in them. */
async function everythingElse(): Promise<unknown> {
  const { prisma } = database();
  const tables = await prisma.$queryRaw<{ name: string }[]>`
    SELECT relname::text AS name FROM pg_class
     WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace = 'public'::regnamespace
       AND relname NOT IN ('Event', '_prisma_migrations')`;
  const rows = tables.map(async ({ name }) => [
    name,
    await prisma.$queryRawUnsafe(`SELECT to_jsonb(t) - 'eventPosition' AS row FROM "${name}" t ORDER BY 1`),
  ]);
  return Promise.all(rows);
}
