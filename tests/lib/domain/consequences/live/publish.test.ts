import { afterEach, expect, test, vi } from "vitest";
import { inTransaction } from "@/lib/domain/kernel/context";
import {
  deleteOwnTopic,
  type LiveNotification,
  publish,
  publishAll,
  setLiveNotify,
  signal,
} from "@/lib/domain/consequences/live/events";
import { roomTopic, userTopic } from "@/lib/domain/consequences/live/topics";
import { database } from "@/lib/infra/database/db";
import { newPerson } from "@/tests/support/people";

vi.setConfig({ testTimeout: 120_000 });

const kept = (topic: string) =>
  database().prisma.liveEvent.findMany({ where: { topic }, orderBy: { seq: "asc" }, omit: { createdAt: true } });

function notifications(): LiveNotification[] {
  const heard: LiveNotification[] = [];
  setLiveNotify((notification) => heard.push(notification));
  return heard;
}

afterEach(() => setLiveNotify(undefined));

test("numbers a topic's events from one without gaps, under two hundred concurrent publishers", async () => {
  const person = await newPerson();
  const topic = roomTopic("CROWDD");
  const seqs = await Promise.all(
    Array.from({ length: 200 }, (_, n) => inTransaction(person, (tx) => publish(tx, topic, "message", { n }))),
  );
  expect(seqs.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_, index) => index + 1));
  const rows = await kept(topic);
  expect(rows.map(({ data }) => (data as { n: number }).n)).toEqual(
    seqs
      .map((seq, n) => ({ seq, n }))
      .toSorted((a, b) => a.seq - b.seq)
      .map(({ n }) => n),
  );
});

test("leaves no event, gap or notification after a rollback", async () => {
  const person = await newPerson();
  const heard = notifications();
  const topic = roomTopic("ROLLED");
  await inTransaction(person, (tx) => publish(tx, topic, "message", {}));
  await expect(
    inTransaction(person, async (tx) => {
      await publish(tx, topic, "message", {});
      signal(tx, topic, "typing", {});
      throw new Error("no");
    }),
  ).rejects.toThrow("no");
  expect(await inTransaction(person, (tx) => publish(tx, topic, "closed", {}))).toBe(2);
  expect((await kept(topic)).map(({ event }) => event)).toEqual(["message", "closed"]);
  expect(heard).toEqual([{ topics: [topic] }, { topics: [topic] }]);
});

test("never shows a later event before an earlier one: publishers of a topic are serialized", async () => {
  const person = await newPerson();
  const topic = roomTopic("WAITER");
  let commitFirst = () => {};
  const firstMayCommit = new Promise<void>((resolve) => (commitFirst = resolve));
  let published = () => {};
  const firstPublished = new Promise<void>((resolve) => (published = resolve));
  const first = inTransaction(person, async (tx) => {
    await publish(tx, topic, "message", { n: 1 });
    published();
    await firstMayCommit;
  });
  await firstPublished;
  const second = inTransaction(person, (tx) => publish(tx, topic, "message", { n: 2 }));
  expect(await Promise.race([second, new Promise((resolve) => setTimeout(resolve, 100, "waits"))])).toBe("waits");
  expect(await kept(topic)).toEqual([]);
  commitFirst();
  expect(await second).toBe(2);
  await first;
});

test("publishes on many topics in one statement, in order, without deadlocks", async () => {
  const person = await newPerson();
  const [one, other] = [userTopic("a"), userTopic("b")];
  const publishBoth = (topics: (typeof one)[]) =>
    inTransaction(person, (tx) =>
      publishAll(
        tx,
        topics.flatMap((topic) => [
          { topic, event: "notification" as const, data: { first: true } },
          { topic, event: "challenge" as const, data: { first: false } },
        ]),
      ),
    );
  await Promise.all(Array.from({ length: 20 }, (_, n) => publishBoth(n % 2 ? [one, other] : [other, one])));
  for (const topic of [one, other])
    expect((await kept(topic)).map(({ event }) => event)).toEqual(
      Array.from({ length: 40 }, (_, n) => (n % 2 ? "challenge" : "notification")),
    );
});

test("sends a signal to current readers only, and does not store it", async () => {
  const person = await newPerson();
  const heard = notifications();
  signal(person, roomTopic("TYPING"), "typing", { user: person.actor.id });
  await Promise.resolve();
  expect(heard).toEqual([{ signal: { topic: "room:TYPING", event: "typing", data: { user: person.actor.id } } }]);
  expect(await kept("room:TYPING")).toEqual([]);
});

test("deletes the events of a closed account", async () => {
  const person = await newPerson();
  const topic = userTopic(person.actor.id);
  await publish(person, topic, "challenge", {});
  await deleteOwnTopic(person);
  expect(await kept(topic)).toEqual([]);
  expect(await database().prisma.liveTopic.findUnique({ where: { topic } })).toBeNull();
});
