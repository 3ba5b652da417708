import { createContext, type VisitorContext } from "@/lib/domain/kernel/context";
import { eventsAfter, MAX_READ, MAX_READ_PER_TOPIC, newEvents } from "@/lib/domain/consequences/live/events";
import { MAX_REPLAYED } from "@/lib/domain/consequences/live/rules";
import {
  keyOf,
  type LiveEvent,
  type OutgoingEvent,
  type Topic,
  type EventKey,
  kindOf,
  type Subscription,
  type TopicKinds,
} from "@/lib/domain/consequences/live/topics";
import { log, onceAMinute } from "@/lib/infra/log/log";
import { Semaphore } from "@/lib/infra/process/semaphore";
import { MAX_STREAMS } from "./rules";
import { eventText, type Stream } from "./stream";

/** How many streams catch up individually at the same time, so that a mass reconnect leaves connections for others. */
const CATCH_UPS = { permits: 4, maxQueued: MAX_STREAMS };

interface FollowedTopic {
  streams: Set<Stream>;
  /** The `seq` of the last event passed to the streams; undefined until the topic's position was read. */
  seq?: number;
}

/** Reads new events once for all streams, and passes each to the streams that follow its topic. */
export class FanOut {
  private readonly topics = new Map<Topic, FollowedTopic>();
  private readonly pending = new Set<Topic>();
  private readonly catchingUp = new Set<Stream>();
  private readonly catchUps = new Semaphore(CATCH_UPS);
  private running = false;
  private readonly report = onceAMinute((error, suppressed) =>
    log.error("live event delivery failed", { error, suppressed }),
  );

  constructor(
    private readonly dispatcher: TopicDispatcher,
    /** Called with the streams of a topic after an event that may have ended a reader's access to it. */
    private readonly recheck: (topic: Topic, streams: Stream[]) => Promise<void>,
  ) {}

  /** Adds a stream: from now on it misses no event of its topics. */
  add(stream: Stream): void {
    for (const topic of stream.topics) {
      const followed = this.topics.get(topic) ?? { streams: new Set() };
      this.topics.set(topic, followed);
      followed.streams.add(stream);
    }
  }

  remove(stream: Stream): void {
    for (const topic of stream.topics) {
      const followed = this.topics.get(topic);
      followed?.streams.delete(stream);
      if (followed?.streams.size === 0) this.topics.delete(topic);
    }
  }

  /** Records the topics' positions, read after their stream was added, and sends the stream what it has missed. */
  begin(stream: Stream, newest: ReadonlyMap<Topic, number>): void {
    for (const [topic, seq] of newest) {
      const followed = this.topics.get(topic);
      if (followed) followed.seq ??= seq;
      if (followed?.seq === stream.positionIn(topic) && !stream.missed.has(topic)) stream.behind.delete(topic);
    }
    this.notify([...newest.keys()].filter((topic) => this.pending.has(topic)));
    void this.catchUp(stream);
  }

  /** Reads these topics, or all, after the current read has been delivered. */
  notify(topics: Iterable<Topic> = this.topics.keys()): void {
    for (const topic of topics) if (this.topics.has(topic)) this.pending.add(topic);
    if (!this.running && this.pending.size > 0) void this.run();
  }

  /** Sends an event that is not stored to all streams that follow its topic. */
  send(event: OutgoingEvent): void {
    const text = eventText(event);
    for (const stream of this.topics.get(event.topic)?.streams ?? []) stream.offer(event, text);
  }

  private async run(): Promise<void> {
    this.running = true;
    try {
      for (let topics; (topics = this.takePending()).length > 0;) await this.deliver(topics);
    } catch (error) {
      // The next poll reads all topics again.
      this.report(error);
    } finally {
      this.running = false;
    }
  }

  private takePending() {
    return [...this.pending].flatMap((topic) => {
      const followed = this.topics.get(topic);
      if (followed && followed.seq === undefined) return [];
      this.pending.delete(topic);
      return followed?.seq === undefined ? [] : [{ topic, seq: followed.seq }];
    });
  }

  private async deliver(positions: { topic: Topic; seq: number }[]): Promise<void> {
    const ctx = createContext({ actor: null, channel: "session" });
    const events = await newEvents(ctx, positions);
    if (events.length === 0) return;
    const texts = await this.dispatcher.present(ctx, events);
    const byTopic = groupBy(events, ({ topic }) => topic);
    for (const [topic, ofTopic] of byTopic) {
      const ends = ofTopic.findIndex((event) => this.dispatcher.endsAccess(event));
      for (const event of ends === -1 ? ofTopic : ofTopic.slice(0, ends + 1)) this.give(event, texts.get(keyOf(event)));
      if (ends !== -1) await this.recheck(topic, [...(this.topics.get(topic)?.streams ?? [])]);
      if (ends !== -1 || ofTopic.length === MAX_READ_PER_TOPIC) this.pending.add(topic);
    }
    if (events.length === MAX_READ) for (const { topic } of positions) this.pending.add(topic);
    for (const event of await this.dispatcher.current(ctx, [...byTopic.keys()])) this.send(event);
  }

  private give(event: LiveEvent, text: string | undefined): void {
    const followed = this.topics.get(event.topic);
    if (!followed) return;
    followed.seq = event.seq;
    for (const stream of followed.streams) stream.offer(event, text);
  }

  /** Sends a stream the events it has missed in the topics in which it is behind, as fast as its reader takes them. */
  async catchUp(stream: Stream): Promise<void> {
    if (!stream.hasBegun || this.catchingUp.has(stream)) return;
    this.catchingUp.add(stream);
    try {
      await this.catchUps.run(async () => {
        for (const topic of stream.behind)
          while (stream.isOpen && !stream.isFull && stream.behind.has(topic)) await this.replay(stream, topic);
      });
    } catch (error) {
      // Retried at the hub's next tick.
      this.report(error);
    } finally {
      this.catchingUp.delete(stream);
    }
  }

  private async replay(stream: Stream, topic: Topic): Promise<void> {
    const missed = stream.missed.delete(topic);
    const ctx = createContext({ actor: null, channel: "session" });
    const seq = stream.positionIn(topic);
    const { newest, events } = await eventsAfter(ctx, { topic, seq });
    const isWhole = events.every((event, index) => event.seq === seq + 1 + index) && events.length > 0;
    if (newest !== seq && (!isWhole || newest - seq > MAX_REPLAYED)) {
      stream.advance(topic, newest, eventText({ topic, seq: newest, event: "reset", data: {} }));
    } else {
      const texts = await this.dispatcher.present(ctx, events);
      for (const event of events) stream.advance(topic, event.seq, texts.get(keyOf(event)));
    }
    if (events.length === MAX_READ_PER_TOPIC || stream.missed.has(topic)) return;
    stream.behind.delete(topic);
    // Also if an event was merely dropped meanwhile: events sent during the replay had the position before it.
    for (const event of await this.dispatcher.current(ctx, events.length > 0 || missed ? [topic] : []))
      stream.offer(event, eventText(event));
  }
}

/** Dispatches calls by topic kind, with one call for all topics of a kind. */
export class TopicDispatcher {
  constructor(private readonly kinds: TopicKinds) {}

  async readable(ctx: VisitorContext, subscriptions: Subscription[]): Promise<Subscription[]> {
    const groups = this.byKind(subscriptions);
    return (await Promise.all(groups.map(([kind, group]) => kind.readable(ctx, group)))).flat();
  }

  endsAccess(event: LiveEvent): boolean {
    return this.kinds[kindOf(event.topic)].endsAccess?.(event) ?? false;
  }

  /** Returns the text of each event as its readers see it; events that are hidden from them have none. */
  async present(ctx: VisitorContext, events: LiveEvent[]): Promise<Map<EventKey, string>> {
    const groups = this.byKind(events);
    const shown = await Promise.all(groups.map(async ([kind, group]) => kind.present?.(ctx, group) ?? group));
    return new Map(shown.flat().map((event) => [keyOf(event), eventText(event)]));
  }

  async current(ctx: VisitorContext, topics: Topic[]): Promise<OutgoingEvent[]> {
    const groups = this.byKind(topics.map((topic) => ({ topic })));
    const events = groups.map(
      async ([kind, group]) =>
        kind.current?.(
          ctx,
          group.map(({ topic }) => topic),
        ) ?? [],
    );
    return (await Promise.all(events)).flat();
  }

  private byKind<T extends { topic: Topic }>(items: T[]) {
    const groups = groupBy(items, ({ topic }) => kindOf(topic));
    return Array.from(groups, ([kind, group]) => [this.kinds[kind], group] as const);
  }
}

/** `Map.groupBy`, which Node.js only has since version 21. */
function groupBy<Key, Item>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
