import pg from "pg";
import { expect, onTestFinished, test, vi } from "vitest";
import { inTransaction, write } from "@/lib/domain/kernel/context";
import { publish, publishAll, setLiveNotify } from "@/lib/domain/consequences/live/events";
import { EVENT_RETENTION_MS, MAX_REPLAYED } from "@/lib/domain/consequences/live/rules";
import { deleteExpired } from "@/lib/domain/deployment/retention/commands";
import { userTopic } from "@/lib/domain/consequences/live/topics";
import { database } from "@/lib/infra/database/db";
import { LiveHub } from "@/lib/live/hub";
import { RETRY_MS } from "@/lib/live/rules";
import { eventually } from "@/tests/support/eventually";
import { later, newPerson } from "@/tests/support/people";
import { room, user, newRoom, open, say, range, setUpHub } from "./hub-fixture";

setUpHub();

test("greets with the time and an id, then sends published events with topic and seq", async () => {
  const person = await newPerson();
  const topic = newRoom(person);
  const { reader } = await open(person, [topic, "me"]);
  await say(person, topic, 1);
  await publish(person, userTopic(person.actor.id), "challenge", { from: "x" });
  await eventually(() => expect(reader.events).toHaveLength(3));
  expect(reader.events).toMatchObject([
    { event: "hello", data: { account: person.actor.id, topics: [topic, "me"] }, id: `${topic}=0~me=0` },
    { event: "message", data: { topic, seq: 1, n: 1 }, id: `${topic}=1~me=0` },
    { event: "challenge", data: { topic: "me", seq: 1, from: "x" }, id: `${topic}=1~me=1` },
  ]);
  expect(reader.retryMs).toBe(RETRY_MS);
});

test("sends a reader that reconnects exactly what it missed, in order", async () => {
  const person = await newPerson();
  const topic = newRoom(person);
  const first = await open(person, [topic, "me"]);
  for (const n of range(1, 5)) await say(person, topic, n);
  await eventually(() => expect(first.reader.seqsOf(topic)).toEqual(range(1, 5)));
  first.stream.cancel();
  for (const n of range(6, 300)) await say(person, topic, n);
  const second = await open(person, [topic, "me"], first.reader.lastEventId);
  await eventually(() => expect(second.reader.seqsOf(topic)).toEqual(range(6, 300)));
  await say(person, topic, 301);
  await eventually(() => expect(second.reader.seqsOf(topic).at(-1)).toBe(301));
  expect(second.reader.seqsOf(topic)).toEqual(range(6, 301));
});

test("sends events published while a stream opens after its greeting", async () => {
  const person = await newPerson();
  const topic = newRoom(person);
  await say(person, topic, 1);
  let opens = () => {};
  const slow = new LiveHub({
    room: { ...room, current: () => new Promise((resolve) => (opens = () => resolve([]))) },
    user,
  });
  onTestFinished(() => slow.close());
  const opening = open(person, [topic], `${topic}=0`, slow);
  await eventually(() => expect(slow.size).toBe(1));
  slow["tick"]();
  await say(person, topic, 2);
  slow.notify({ topics: [topic], signal: { topic, event: "typing", data: {} } });
  await new Promise((resolve) => setTimeout(resolve, 100));
  opens();
  const { reader } = await opening;
  await eventually(() => expect(reader.events.map(({ event }) => event)).toEqual(["hello", "message", "message"]));
  expect(reader.seqsOf(topic)).toEqual([1, 2]);
});

test("opens with a current state that includes every event which is not sent any more", async () => {
  const person = await newPerson();
  const topic = userTopic(person.actor.id);
  const count = () => database().prisma.liveEvent.count({ where: { topic } });
  const counting = new LiveHub({
    room,
    user: { ...user, current: async () => [{ topic, event: "unread", data: { count: await count() } }] },
  });
  onTestFinished(() => counting.close());
  let opening: ReturnType<typeof open> | undefined;
  await inTransaction(person, async (tx) => {
    // Nobody reads the topic's position before the commit.
    await write(tx, "test.lock")`LOCK TABLE "LiveTopic"`;
    opening = open(person, ["me"], undefined, counting);
    await eventually(() => expect(counting.size).toBe(1));
    await new Promise((resolve) => setTimeout(resolve, 300));
    await publish(tx, topic, "challenge", {});
  });
  const { reader } = (await opening) ?? expect.fail("not opened");
  await eventually(() => expect(reader.events).toHaveLength(2));
  expect(reader.events).toMatchObject([
    { event: "hello", id: "me=1" },
    { event: "unread", data: { count: 1 } },
  ]);
});

test("loses and repeats nothing for streams that open during writes", async () => {
  const person = await newPerson();
  const topic = newRoom(person);
  const start = await open(person, [topic]);
  let writing = true;
  const writers = range(1, 2).map(async () => {
    for (const n of range(1, 150)) await say(person, topic, n);
  });
  const last = Promise.all(writers).then(() => (writing = false));
  const seen: number[] = [];
  let lastEventId = start.reader.lastEventId;
  do {
    const { stream, reader } = await open(person, [topic], lastEventId);
    await new Promise((resolve) => setTimeout(resolve, 40));
    stream.cancel();
    seen.push(...reader.seqsOf(topic));
    lastEventId = reader.lastEventId;
  } while (writing);
  await last;
  const end = await open(person, [topic], lastEventId);
  await eventually(() => expect([...seen, ...end.reader.seqsOf(topic)]).toHaveLength(300));
  expect([...seen, ...end.reader.seqsOf(topic)]).toEqual(range(1, 300));
  await eventually(() => expect(start.reader.seqsOf(topic)).toEqual(range(1, 300)));
});

test("a reader knows its position after catching up, though it may see none of the events", async () => {
  const person = await newPerson();
  const topic = userTopic(person.actor.id);
  let held: Promise<void> | undefined;
  let release = () => {};
  const hiding = new LiveHub({
    room,
    user: {
      ...user,
      present: async () => {
        const until = held;
        held = undefined;
        await until;
        return [];
      },
      current: async () => [{ topic, event: "unread", data: {} }],
    },
  });
  onTestFinished(() => hiding.close());
  setLiveNotify(undefined);
  const first = await open(person, ["me"], undefined, hiding);
  const arrive = async (seq: number) => {
    hiding.notifyAll();
    await eventually(() => expect(first.reader.lastEventId).toBe(`me=${seq}`));
  };
  await publish(person, topic, "notification", {});
  await arrive(1);
  await publish(person, topic, "notification", {});
  held = new Promise((resolve) => (release = resolve));
  const second = await open(person, ["me"], "me=0", hiding);
  await eventually(() => expect(held).toBeUndefined());
  await arrive(2);
  release();
  await eventually(() => expect(second.reader.lastEventId).toBe("me=2"));
});

test("tells a reader with an expired or invalid position once to reload", async () => {
  const person = await newPerson();
  const topic = newRoom(person);
  await publishAll(
    person,
    range(1, MAX_REPLAYED + 5).map((n) => ({ topic, event: "message" as const, data: { n } })),
  );
  const newest = MAX_REPLAYED + 5;
  for (const lastEventId of [`${topic}=3`, `${topic}=${newest + 1}`, "no id of ours"]) {
    const { reader, stream } = await open(person, [topic], lastEventId);
    await eventually(() => expect(reader.events).toHaveLength(2));
    expect(reader.events[1]).toMatchObject({ event: "reset", data: { topic, seq: newest }, id: `${topic}=${newest}` });
    stream.cancel();
  }
  await deleteExpired(later(person, EVENT_RETENTION_MS / 1000 + 60));
  const { reader } = await open(person, [topic], `${topic}=${newest - 1}`);
  await eventually(() => expect(reader.events[1]).toMatchObject({ event: "reset", data: { seq: newest } }));
  expect(await say(person, topic, 0)).toBe(newest + 1);
  await eventually(() => expect(reader.events[2]).toMatchObject({ event: "message", data: { seq: newest + 1 } }));
  expect(reader.events).toHaveLength(3);
});

test("polls for other processes' events with one query for all streams", async () => {
  const people = await Promise.all(range(1, 5).map(() => newPerson()));
  const topics = people.map((person) => newRoom(person));
  setLiveNotify(undefined);
  const streams = await Promise.all(people.map((person, n) => open(person, [topics[n]!, "me"])));
  const query = vi.spyOn(pg.Client.prototype, "query");
  onTestFinished(() => query.mockRestore());
  await Promise.all(people.map((person, n) => say(person, topics[n]!, 1)));
  const seen = () => streams.map(({ reader }, n) => reader.seqsOf(topics[n]!));
  await eventually(() => expect(seen()).toEqual(people.map(() => [1])));
  const sent = query.mock.calls.map(([statement]) => statement as unknown as { name?: string; values: unknown });
  const polls = sent.filter(({ name }) => name === "live.newEvents").map(({ values }) => JSON.stringify(values));
  expect(polls).not.toEqual([]);
  for (const poll of polls) for (const topic of topics) expect(poll).toContain(topic);
});
