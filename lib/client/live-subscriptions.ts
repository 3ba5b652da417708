import { MAX_TOPICS } from "@/lib/domain/live/rules";

export interface LiveEvent {
  /** The server's name of the event; `denied` if the topic may not be read. */
  event: string;
  data: Record<string, unknown>;
}

export type Handler = (event: LiveEvent) => void;

/** The topics that a tab wants, each with the `seq` after which it needs the events; null from now on. */
export type Wanted = [topic: string, seq: number | null][];

interface Subscription {
  topic: string;
  /** The `seq` of the last event that the handler received, or of the snapshot that it started with. */
  seq: number | null;
  handler: Handler;
}

/** The subscriptions of this tab, and the topics that the other tabs of the browser want. */
export class Subscriptions {
  private readonly own = new Set<Subscription>();
  private readonly others = new Map<string, Wanted>();

  /** Returns the function that unsubscribes. */
  add(topic: string, seq: number | null, handler: Handler): () => void {
    const subscription = { topic, seq, handler };
    this.own.add(subscription);
    return () => void this.own.delete(subscription);
  }

  ofThisTab(): Wanted {
    return [...this.own].map(({ topic, seq }) => [topic, seq]);
  }

  setWanted(tab: string, topics: Wanted): void {
    if (topics.length > 0) this.others.set(tab, topics);
    else this.others.delete(tab);
  }

  forgetOthers(): void {
    this.others.clear();
  }

  /** Returns `first` and every topic that any tab wants, each with the earliest `seq` that a subscriber needs. */
  wanted(first: string, positions: ReadonlyMap<string, number>): Map<string, number | null> {
    const topics = new Map<string, number | null>([[first, positions.get(first) ?? null]]);
    for (const [topic, seq] of [...this.ofThisTab(), ...[...this.others.values()].flat()]) {
      const known = [topics.get(topic), seq, positions.get(topic)].filter((each) => typeof each === "number");
      if (topics.size < MAX_TOPICS || topics.has(topic))
        topics.set(topic, known.length > 0 ? Math.min(...known) : null);
    }
    return topics;
  }

  /** Passes an event to the subscribers of its topic that have not received it. */
  deliver(event: LiveEvent): void {
    const { topic, seq } = event.data;
    for (const subscription of this.own) {
      if (subscription.topic !== topic) continue;
      if (typeof seq === "number") {
        if (event.event !== "reset" && subscription.seq !== null && seq <= subscription.seq) continue;
        subscription.seq = seq;
      }
      subscription.handler(event);
    }
  }
}
