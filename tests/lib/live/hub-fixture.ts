import { afterEach, beforeEach, onTestFinished, vi } from "vitest";
import { type Context, inTransaction } from "@/lib/domain/kernel/context";
import { publish, setLiveNotify } from "@/lib/domain/consequences/live/events";
import { roomTopic, type TopicKind, userTopic } from "@/lib/domain/consequences/live/topics";
import { beginSession } from "@/lib/domain/accounts/users/sessions";
import { LiveHub } from "@/lib/live/hub";
import { EventReader } from "@/tests/support/event-stream";
import { follow } from "./follow";

export const members = new Map<string, Set<string>>();
const isMember = (topic: string, userId: string) => members.get(topic)?.has(userId) ?? false;

export const room: TopicKind = {
  readable: async (_ctx, subscriptions) => subscriptions.filter(({ topic, userId }) => isMember(topic, userId)),
  endsAccess: ({ event }) => event === "member",
};
export const user: TopicKind = {
  readable: async (_ctx, subscriptions) => subscriptions.filter(({ topic, userId }) => topic === userTopic(userId)),
};

export let hub: LiveHub;

/** For a file's tests: each has a hub of its own, which hears what is published. */
export function setUpHub(): void {
  vi.setConfig({ testTimeout: 120_000 });
  beforeEach(() => {
    hub = new LiveHub({ room, user });
    setLiveNotify((notification) => hub.notify(notification));
  });
  afterEach(() => {
    setLiveNotify(undefined);
    return hub.close();
  });
}

export let rooms = 0;
/** A topic that these people may read. */
export function newRoom(...people: Context[]) {
  const code = `AAAA${"ABCDEFGH"[Math.floor(rooms / 8)]}${"ABCDEFGH"[rooms++ % 8]}`;
  const topic = roomTopic(code);
  members.set(topic, new Set(people.map(({ actor }) => actor.id)));
  return topic;
}

export async function open(person: Context, topics: string[], lastEventId?: string, from = hub) {
  const sessionId = await beginSession(person, { userId: person.actor.id, userAgent: "test", maxAgeSeconds: 3600 });
  const stream = await from.open(person, { topics, lastEventId, sessionId });
  const reader = new EventReader();
  const following = follow(stream, reader);
  onTestFinished(() => stream.cancel());
  return { stream, reader, following, sessionId };
}

export const say = (person: Context, topic: ReturnType<typeof newRoom>, n: number) =>
  inTransaction(person, (tx) => publish(tx, topic, "message", { n }));

export const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, n) => first + n);
