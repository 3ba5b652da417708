import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { type Context, inTransaction, read } from "@/lib/domain/kernel/context";
import { likePost } from "@/lib/domain/writing/engagement/commands";
import { followUser } from "@/lib/domain/people/graph/commands";
import { setLiveNotify } from "@/lib/domain/consequences/live/events";
import { userTopic } from "@/lib/domain/consequences/live/topics";
import { notifyFromPlatform } from "@/lib/domain/consequences/notifications/commands";
import { listNotifications } from "@/lib/domain/consequences/notifications/queries";
import { markRead } from "@/lib/domain/consequences/notifications/unread";
import { createPost } from "@/lib/domain/writing/posts/commands";
import { beginSession } from "@/lib/domain/accounts/users/sessions";
import { database } from "@/lib/infra/database/db";
import { LiveHub } from "@/lib/live/hub";
import { TOPIC_KINDS } from "@/lib/live/start";
import { follow } from "@/tests/lib/live/follow";
import { EventReader } from "@/tests/support/event-stream";
import { eventually } from "@/tests/support/eventually";
import { newPerson } from "@/tests/support/people";

vi.setConfig({ testTimeout: 120_000 });

let hub: LiveHub;
beforeEach(() => {
  hub = new LiveHub(TOPIC_KINDS);
  setLiveNotify((notification) => hub.notify(notification));
});
afterEach(() => {
  setLiveNotify(undefined);
  return hub.close();
});

async function open(person: Context, lastEventId?: string): Promise<EventReader> {
  const sessionId = await beginSession(person, { userId: person.actor.id, userAgent: "test", maxAgeSeconds: 3600 });
  const stream = await hub.open(person, { topics: ["me"], lastEventId, sessionId });
  onTestFinished(() => stream.cancel());
  const reader = new EventReader();
  void follow(stream, reader);
  return reader;
}

const eventsOf = ({ events }: EventReader, name: string) => events.filter(({ event }) => event === name);

test("pushes a new notification and the unread count, as the list shows them", async () => {
  const [ada, bob] = [await newPerson({ name: "Ada" }), await newPerson({ name: "Bob" })];
  const { id } = await createPost(ada, { content: "Look", audience: "PUBLIC" });
  const reader = await open(ada);
  await eventually(() => expect(eventsOf(reader, "unread")).toMatchObject([{ data: { topic: "me", count: 0 } }]));
  await likePost(bob, { id });
  await eventually(() => expect(eventsOf(reader, "unread").at(-1)).toMatchObject({ data: { count: 1 } }));
  const [listed] = (await listNotifications(ada, { limit: 1 })).data;
  expect(eventsOf(reader, "notification")).toEqual([
    { id: "me=1", event: "notification", data: { ...listed, topic: "me", seq: 1 } },
  ]);
  await markRead(ada, { all: true });
  await eventually(() => expect(eventsOf(reader, "unread").at(-1)).toMatchObject({ data: { count: 0 } }));
});

test("replays missed notifications on reconnecting, without what may no longer be seen", async () => {
  const [ada, bob] = [await newPerson(), await newPerson()];
  const before = await open(ada);
  await eventually(() => expect(before.lastEventId).toBe("me=0"));
  await followUser(bob, { handle: ada.actor.handle });
  await notifyFromPlatform(bob, { userIds: [ada.actor.id], subjectId: "x", preview: "gone", link: "/" });
  await database().prisma.notification.deleteMany({ where: { userId: ada.actor.id, type: "SYSTEM" } });
  const reader = await open(ada, "me=0");
  await eventually(() => expect(reader.lastEventId).toBe("me=2"));
  expect(eventsOf(reader, "notification")).toMatchObject([{ data: { type: "FOLLOW", actor: { id: bob.actor.id } } }]);
  expect(eventsOf(reader, "unread")[0]).toMatchObject({ data: { count: 1 } });
});

test("publishes a transaction's notifications in one statement, at its end", async () => {
  const [ada, bob, eve] = [await newPerson(), await newPerson(), await newPerson()];
  await inTransaction(eve, async (tx) => {
    for (const [n, person] of [ada, bob, ada].entries())
      await notifyFromPlatform(tx, { userIds: [person.actor.id], subjectId: `s${n}`, preview: null, link: "/" });
    const topics = await read<{ topic: string }>(tx, "test.topics")`SELECT topic FROM "LiveTopic"`;
    expect(topics).not.toContainEqual({ topic: userTopic(ada.actor.id) });
  });
  const events = await database().prisma.liveEvent.findMany({
    where: { topic: { in: [userTopic(ada.actor.id), userTopic(bob.actor.id)] } },
    orderBy: [{ topic: "asc" }, { seq: "asc" }],
  });
  expect(events.filter(({ topic }) => topic === userTopic(ada.actor.id)).map(({ seq }) => seq)).toEqual([1n, 2n]);
  expect(events).toHaveLength(3);
});

test("publishes the notifications of a hundred concurrent likes", async () => {
  const ada = await newPerson();
  const posts = await Promise.all(
    Array.from({ length: 10 }, (_, n) => createPost(ada, { content: `Post ${n}`, audience: "PUBLIC" })),
  );
  const people = await Promise.all(Array.from({ length: 100 }, () => newPerson()));
  const reader = await open(ada);
  await Promise.all(people.map((person, n) => likePost(person, { id: posts[n % posts.length]!.id })));
  // The count is read after the events, so that it may be ahead of them.
  await eventually(() => expect(eventsOf(reader, "unread").at(-1)).toMatchObject({ data: { count: 100 } }));
  await eventually(() => expect(reader.seqsOf("me")).toHaveLength(100));
  expect(reader.seqsOf("me")).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
});
