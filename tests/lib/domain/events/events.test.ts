import { expect, test } from "vitest";
import { listEvents } from "@/lib/domain/events/queries";
import { followUser } from "@/lib/domain/graph/commands";
import { deletePost } from "@/lib/domain/posts/commands";
import { blockUser } from "@/lib/domain/safety/commands";
import { newPerson } from "@/tests/support/people";
import { asOfNow, deliveriesOf, newOwner, publishPost, register } from "@/tests/lib/domain/webhooks/owner";

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
