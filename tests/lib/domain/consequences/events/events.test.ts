import { expect, test } from "vitest";
import { idFor, inTransaction } from "@/lib/domain/kernel/context";
import { appendToLog } from "@/lib/domain/consequences/event-log/commands";
import { LOG_INTERRUPTED } from "@/lib/domain/consequences/event-log/rules";
import { EXAMINED_EVENTS } from "@/lib/domain/consequences/events/rules";
import { eventsQuery } from "@/lib/domain/consequences/events/schema";
import { listEvents } from "@/lib/domain/consequences/events/queries";
import { followUser } from "@/lib/domain/people/graph/commands";
import { deletePost } from "@/lib/domain/writing/posts/commands";
import { blockUser } from "@/lib/domain/people/safety/commands";
import { newPerson } from "@/tests/support/people";
import { asOfNow, deliveriesOf, newOwner, publishPost, register } from "@/tests/lib/domain/consequences/webhooks/owner";

test("reads an account's events from a position, in order, with the ids of their deliveries", async () => {
  const owner = await newOwner();
  const endpoint = await register(owner, "http://127.0.0.1:9/");
  const post = await publishPost(owner, "One");
  await new Promise((resolve) => setTimeout(resolve, 5));
  const between = new Date();
  await new Promise((resolve) => setTimeout(resolve, 5));
  await deletePost(asOfNow(owner), post);
  await publishPost(owner, "Two");

  const all = await listEvents(owner, { limit: 20 });
  expect(all.nextCursor).toBeNull();
  expect(all.data.map(({ event }) => event)).toEqual(["post.created", "post.deleted", "post.created"]);
  expect(all.data[0]).toEqual({
    eventId: expect.stringMatching(/^evt_/),
    event: "post.created",
    created: post.createdAt,
    data: { postId: post.id },
  });
  expect(all.data.map(({ eventId }) => eventId)).toEqual(
    (await deliveriesOf(endpoint.id)).map(({ eventId }) => eventId),
  );

  const [first] = all.data;
  for (const after of [first!.eventId, between.toISOString()]) {
    const page = await listEvents(owner, { after, limit: 1 });
    expect(page.data).toEqual([all.data[1]]);
    expect(await listEvents(owner, { after, limit: 1, cursor: page.nextCursor! })).toEqual({
      data: [all.data[2]],
      nextCursor: null,
    });
  }
  expect(await listEvents(owner, { after: all.data[2]!.eventId, limit: 5 })).toEqual({ data: [], nextCursor: null });
});

test("hides other accounts' events and positions", async () => {
  const [owner, stranger] = [await newOwner(), await newOwner()];
  await publishPost(owner);
  const [event] = (await listEvents(owner, { limit: 1 })).data;
  expect(await listEvents(stranger, { limit: 5 })).toEqual({ data: [], nextCursor: null });
  for (const after of [event!.eventId, "evt_never", "yesterday", ""]) {
    await expect(listEvents(stranger, { after, limit: 5 })).rejects.toMatchObject({
      code: "invalid_request",
      details: { issues: [{ param: "after" }] },
    });
  }
});

test("omits events that name somebody who has since blocked the account, not people whom it blocked", async () => {
  const [ada, ben, cleo] = [await newPerson(), await newPerson(), await newPerson()];
  const named = ({ actor: { handle } }: typeof ada) => ({ handle });
  for (const followed of [ben, cleo]) await followUser(ada, named(followed));
  const handles = async () => (await listEvents(ada, { limit: 20 })).data.map(({ data }) => data.handle);
  expect(await handles()).toEqual([ben.actor.handle, cleo.actor.handle]);
  await blockUser(ben, named(ada));
  expect(await handles()).toEqual([cleo.actor.handle]);
  await blockUser(ada, named(cleo));
  expect(new Set(await handles())).toEqual(new Set([cleo.actor.handle]));
});

test("reads only events of some names, by wildcard as well, and the log's own entries", async () => {
  const owner = await newOwner();
  const post = await publishPost(owner, "One");
  await deletePost(asOfNow(owner), post);
  await publishPost(owner, "Two");
  await inTransaction(owner, (tx) =>
    appendToLog(tx, owner.actor.id, [
      { id: idFor(tx, "evt"), name: "incoming.follow", data: {} },
      { id: idFor(tx, "evt"), name: LOG_INTERRUPTED, data: {} },
    ]),
  );
  const names = async (types: string) => {
    const found: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await listEvents(owner, { ...eventsQuery.parse({ types }), limit: 1, cursor });
      found.push(...page.data.map(({ event }) => event));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    return found;
  };
  expect(await names("post.deleted")).toEqual(["post.deleted", LOG_INTERRUPTED]);
  expect(await names("post.created,incoming.*")).toEqual([
    "post.created",
    "post.created",
    "incoming.follow",
    LOG_INTERRUPTED,
  ]);
  expect(await names("*")).toEqual(["post.created", "post.deleted", "post.created", LOG_INTERRUPTED]);
  expect(eventsQuery.safeParse({ types: "post.created,post.liked" }).success).toBe(false);
});

test("examines a bounded number of events for a page of some names, and reaches all by its cursors", async () => {
  const owner = await newOwner();
  const rare = [3, EXAMINED_EVENTS + 3, 2 * EXAMINED_EVENTS + 3];
  const total = 2 * EXAMINED_EVENTS + 10;
  const event = (n: number) => ({
    id: `evt_${owner.actor.id}_${n}`,
    name: rare.includes(n) ? "post.deleted" : "post.created",
    data: {},
  });
  await inTransaction(owner, (tx) =>
    appendToLog(
      tx,
      owner.actor.id,
      Array.from({ length: total }, (_, n) => event(n)),
    ),
  );
  const found: string[] = [];
  let pages = 0;
  for (let cursor: string | null | undefined; cursor !== null; pages++) {
    const page = await listEvents(owner, { types: ["post.deleted"], limit: 20, cursor });
    found.push(...page.data.map(({ eventId }) => eventId));
    cursor = page.nextCursor;
  }
  expect(found).toEqual(rare.map((n) => event(n).id));
  expect(pages).toBe(3);
});
