import type { VisitorContext } from "@/lib/domain/kernel/context";
import type { EVENTS, Kind } from "./rules";

/** A topic's internal name, in the database and in the process. */
export type Topic<K extends Kind = Kind> = `${K}:${string}`;

export type EventName<T extends Topic> = T extends `${infer K extends Kind}:${string}`
  ? (typeof EVENTS)[K][number]
  : never;

export interface LiveEvent {
  topic: Topic;
  seq: number;
  event: string;
  data: object;
}

/** An event as it is sent. Without `seq` it is not stored, and only describes the current state. */
export interface OutgoingEvent {
  topic: Topic;
  seq?: number;
  event: string;
  data: object;
}

/** A reader of a topic, or somebody who wants to be. */
export interface Subscription {
  topic: Topic;
  userId: string;
}

/** How the stream treats topics of one kind. The module that publishes them implements it (lib/live/start.ts). */
export interface TopicKind {
  /** Filters subscriptions to those whose user may read their topic, in one query. */
  readable(ctx: VisitorContext, subscriptions: Subscription[]): Promise<Subscription[]>;
  /** Whether this event may end somebody's access: `readable` is checked again before the next one is sent. */
  endsAccess?(event: LiveEvent): boolean;
  /** Returns events as readers see them now, if that differs; omitted ones are not sent. In one query. */
  present?(ctx: VisitorContext, events: LiveEvent[]): Promise<LiveEvent[]>;
  /** Returns the current state of these topics, sent to new readers and after each batch of events. In one query. */
  current?(ctx: VisitorContext, topics: Topic[]): Promise<OutgoingEvent[]>;
}

export type TopicKinds = Record<Kind, TopicKind>;

export const roomTopic = (code: string): Topic<"room"> => `room:${code}`;
export const userTopic = (userId: string): Topic<"user"> => `user:${userId}`;

export function kindOf(topic: Topic): Kind {
  return topic.slice(0, topic.indexOf(":")) as Kind;
}

/** Returns what a topic is about: a room's code, or an account's id. */
export function subjectOf(topic: Topic): string {
  return topic.slice(topic.indexOf(":") + 1);
}

export type EventKey = `${Topic} ${number}`;

export function keyOf({ topic, seq }: Pick<LiveEvent, "topic" | "seq">): EventKey {
  return `${topic} ${seq}`;
}

/** A reader's position: the `seq` of the last event sent, by the topic's public name. */
export type Positions = ReadonlyMap<string, number>;

const ENTRY = /^(me|room:[A-HJ-NP-Z2-9]{6})=(\d{1,15})$/;

/** Encodes positions as the `id` of an event: `me=12~room:ABC234=7`. Opaque to clients other than ours. */
export function encodePositions(positions: Iterable<readonly [name: string, seq: number]>): string {
  return Array.from(positions, ([name, seq]) => `${name}=${seq}`).join("~");
}

/** Decodes what `encodePositions` returned; null for anything else. */
export function decodePositions(id: string): Positions | null {
  const entries = id.split("~").map((entry) => ENTRY.exec(entry));
  if (!entries.every((entry) => entry !== null)) return null;
  return new Map(entries.map(([, name = "", seq]) => [name, Number(seq)]));
}
