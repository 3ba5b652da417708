import { MAX_TOPICS } from "@/lib/domain/live/rules";

export interface LiveEvent {
  /** The server's name of the event; `denied` if the topic may not be read. */
  event: string;
  data: Record<string, unknown>;
}

export type Handler = (event: LiveEvent) => void;

/** A topic that a tab wants, and the `seq` after which it needs the events; null from now on. */
export interface Want {
  topic: string;
  seq: number | null;
}

/** Returns the topics to stream, each with the earliest `seq` that a tab needs. */
export function startOf(wants: readonly Want[], positions: ReadonlyMap<string, number>): Map<string, number | null> {
  const topics = new Map<string, number | null>();
  for (const { topic, seq } of wants) {
    const known = [topics.get(topic), seq, positions.get(topic)].filter((each) => typeof each === "number");
    if (topics.size < MAX_TOPICS || topics.has(topic)) topics.set(topic, known.length > 0 ? Math.min(...known) : null);
  }
  return topics;
}

interface Subscription extends Want {
  /** The `seq` of the last event that the handler received, or of the snapshot that it started with. */
  seq: number | null;
  handler: Handler;
}

/** The subscriptions of this tab. */
export class Subscriptions {
  private readonly all = new Set<Subscription>();

  /** Returns the function that unsubscribes. */
  add(topic: string, seq: number | null, handler: Handler): () => void {
    const subscription = { topic, seq, handler };
    this.all.add(subscription);
    return () => void this.all.delete(subscription);
  }

  wants(): Want[] {
    return Array.from(this.all, ({ topic, seq }) => ({ topic, seq }));
  }

  /** Passes an event to the subscribers of its topic that have not received it. */
  deliver(event: LiveEvent): void {
    const { topic, seq } = event.data;
    for (const subscription of this.all) {
      if (subscription.topic !== topic) continue;
      if (typeof seq === "number") {
        if (event.event !== "reset" && subscription.seq !== null && seq <= subscription.seq) continue;
        subscription.seq = seq;
      }
      subscription.handler(event);
    }
  }
}
