import { expect, test, vi } from "vitest";
import { inTransaction } from "@/lib/domain/kernel/context";
import { publishAll, signal } from "@/lib/domain/consequences/live/events";
import { beginSession } from "@/lib/domain/accounts/users/sessions";
import { database } from "@/lib/infra/database/db";
import { MAX_BUFFERED_CHARS, MAX_STREAMS_PER_ACCOUNT, RETRY_MS, STALL_MS } from "@/lib/live/rules";
import { newPerson } from "@/tests/support/people";
import { EventReader } from "@/tests/support/event-stream";
import { eventually } from "@/tests/support/eventually";
import { follow } from "./follow";
import { members, hub, newRoom, open, range, setUpHub } from "./hub-fixture";

setUpHub();

test("bounds a stalled reader's memory, resumes it without loss, and cuts it off otherwise", async () => {
  const person = await newPerson();
  const topic = newRoom(person);
  const sessionId = await beginSession(person, { userId: person.actor.id, userAgent: "test", maxAgeSeconds: 3600 });
  const [patient, stalled] = [
    await hub.open(person, { topics: [topic], sessionId }),
    await hub.open(person, { topics: [topic], sessionId }),
  ];
  const cut = vi.fn();
  stalled.cutOff = cut;
  for (const n of range(1, 8))
    await publishAll(
      person,
      range(1, 50).map(() => ({ topic, event: "message" as const, data: { n, text: "x".repeat(500) } })),
    );
  await eventually(() => expect(stalled.isFull).toBe(true));
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(stalled["bufferedChars"]).toBeLessThan(4 * MAX_BUFFERED_CHARS);
  const reader = new EventReader();
  void follow(patient, reader);
  await eventually(() => expect(reader.seqsOf(topic)).toEqual(range(1, 400)));
  patient.cancel();
  stalled.tick(stalled["takenAt"] + STALL_MS - 1);
  expect(cut).not.toHaveBeenCalled();
  stalled.tick(stalled["takenAt"] + STALL_MS + 1);
  expect(cut).toHaveBeenCalledOnce();
  expect(hub.size).toBe(0);
});

test("sends a removed reader nothing more, and ends its stream at once", async () => {
  const [stays, goes] = [await newPerson(), await newPerson()];
  const topic = newRoom(stays, goes);
  const [staying, going] = [await open(stays, [topic]), await open(goes, [topic, "me"])];
  await inTransaction(stays, async (tx) => {
    await publishAll(tx, [
      { topic, event: "message", data: { n: 1 } },
      { topic, event: "member", data: { what: "removed" } },
      { topic, event: "message", data: { n: 2 } },
    ]);
    members.get(topic)?.delete(goes.actor.id);
  });
  await going.following;
  expect(going.reader.seqsOf(topic)).toEqual([1, 2]);
  await eventually(() => expect(staying.reader.seqsOf(topic)).toEqual([1, 2, 3]));
  await expect(open(goes, [topic])).rejects.toMatchObject({ code: "forbidden" });
  const back = await open(goes, [topic, "me"]);
  await eventually(() => expect(back.reader.events[0]).toMatchObject({ event: "hello", data: { topics: ["me"] } }));
});

test("ends a stream within seconds of its session", async () => {
  const person = await newPerson();
  const { sessionId, following } = await open(person, ["me"]);
  const other = await open(person, ["me"]);
  await database().prisma.session.delete({ where: { id: sessionId } });
  await following;
  expect(other.stream.isOpen).toBe(true);
});

test("ends every stream at shutdown, and opens no more", async () => {
  const person = await newPerson();
  const { following, reader } = await open(person, ["me"]);
  void hub.close();
  await following;
  expect(reader.retryMs).toBe(RETRY_MS);
  await expect(open(person, ["me"])).rejects.toThrow("too many");
});

test("bounds the streams of an account, not counting closed ones", async () => {
  const person = await newPerson();
  const streams = [];
  for (let n = 0; n < MAX_STREAMS_PER_ACCOUNT; n++) streams.push(await open(person, ["me"]));
  await expect(open(person, ["me"])).rejects.toMatchObject({ code: "rate_limited" });
  streams[0]?.stream.cancel();
  await open(person, ["me"]);
});

test("sends signals to current readers only, without seq, and with the id of their current position", async () => {
  const person = await newPerson();
  const topic = newRoom(person);
  const { reader } = await open(person, [topic]);
  signal(person, topic, "typing", { user: "x" });
  await eventually(() => expect(reader.events).toHaveLength(2));
  expect(reader.events[1]).toEqual({ id: `${topic}=0`, event: "typing", data: { topic, user: "x" } });
});
