import { createStore } from "zustand/vanilla";
import { decodePositions, encodePositions } from "@/lib/domain/consequences/live/topics";
import { MAX_TOPICS } from "@/lib/domain/consequences/live/rules";
import type { Tab } from "./shared-work";

export interface LiveEvent {
  /** The server's name of the event; `denied` if the topic may not be read. */
  event: string;
  data: Record<string, unknown>;
}

type Handler = (event: LiveEvent) => void;

/** A topic that a tab wants, and the `seq` after which it needs the events; null from now on. */
interface Want {
  topic: string;
  seq: number | null;
}

/** Returns the topics to stream, each with the earliest `seq` that a tab needs. */
function startOf(wants: readonly Want[], positions: ReadonlyMap<string, number>): Map<string, number | null> {
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

class Subscriptions {
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

/** How long a hidden tab keeps the stream, if no other tab takes it over. */
export const HIDDEN_FOR_MS = 60_000;
/** How long to wait for further subscriptions, so that parts of a page that subscribe together open one stream. */
const SETTLE_MS = 50;
/** The backoff after a stream could not be opened. It doubles from this to `LAST_RETRY_MS`. */
export const FIRST_RETRY_MS = 5000;
const LAST_RETRY_MS = 300_000;
/** A browser reopens a broken stream by itself. After this many failures in a row we close it and wait. */
const MAX_BREAKS = 4;

/** The topic of the signed-in user, which every stream has. */
const ME: Want = { topic: "me", seq: null };

/** What the leading tab shares: events, and whether the stream is open. */
type News = LiveEvent | { isOpen: boolean };

export interface StreamListener {
  event(name: string, data: Record<string, unknown>, id: string): void;
  /** The stream broke. Unless `isFinal`, the browser reopens it by itself. */
  broken(isFinal: boolean): void;
}

/** Opens a stream. Returns the function that closes it. */
export type OpenStream = (path: string, listener: StreamListener) => () => void;

/**
 * Creates the one stream of a browser. The leading tab holds it for the topics of all tabs and passes on the events. It
 * tracks its position in each topic, so a reopened stream resumes where the last one ended.
 */
export function createLiveStream(tab: Tab<News>, openStream: OpenStream) {
  const subscriptions = new Subscriptions();
  const isOpen = createStore(() => false);
  let positions = new Map<string, number>();
  let isLeading = false;
  /** Of all tabs. */
  let wants: Want[] = [];
  let stream: { topics: string[]; close(): void } | undefined;
  let breaks = 0;
  let waits = 0;
  let reopening: ReturnType<typeof setTimeout> | undefined;

  /** Reopens the stream if it lacks a wanted topic, needs earlier events of one, or has a topic too many. */
  function adjust() {
    const topics = startOf([ME, ...wants], positions);
    const isMissing = (topic: string) =>
      !stream?.topics.includes(topic) || (topics.get(topic) ?? Infinity) < (positions.get(topic) ?? 0);
    if (stream?.topics.length === topics.size && ![...topics.keys()].some(isMissing)) return;
    clearTimeout(reopening);
    reopening = setTimeout(open, SETTLE_MS);
  }

  function open() {
    close();
    const topics = startOf([ME, ...wants], positions);
    const known = [...topics].filter((entry): entry is [string, number] => entry[1] !== null);
    positions = new Map(known);
    const query = new URLSearchParams({ topics: [...topics.keys()].join(",") });
    if (known.length > 0) query.set("lastEventId", encodePositions(known));
    stream = { topics: [...topics.keys()], close: openStream(`/api/live?${query}`, { event: onEvent, broken }) };
  }

  function close() {
    stream?.close();
    stream = undefined;
    clearTimeout(reopening);
    setOpen(false);
  }

  function onEvent(name: string, data: Record<string, unknown>, id: string) {
    for (const [topic, seq] of decodePositions(id) ?? []) {
      positions.set(topic, seq);
      for (const want of wants) if (want.topic === topic && want.seq !== null) want.seq = Math.max(want.seq, seq);
    }
    if (name === "hello") onHello(data);
    else share({ event: name, data });
  }

  function onHello({ topics }: Record<string, unknown>) {
    breaks = waits = 0;
    setOpen(true);
    const granted = Array.isArray(topics) ? topics : [];
    for (const topic of stream?.topics ?? []) if (!granted.includes(topic)) share({ event: "denied", data: { topic } });
  }

  function broken(isFinal: boolean) {
    setOpen(false);
    breaks += 1;
    if (!isFinal && breaks < MAX_BREAKS) return;
    close();
    breaks = 0;
    reopening = setTimeout(open, Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** waits++));
  }

  function share(event: LiveEvent) {
    tab.share(event);
    subscriptions.deliver(event);
  }

  function setOpen(nowOpen: boolean) {
    if (isLeading && nowOpen !== isOpen.getState()) tab.share({ isOpen: nowOpen });
    isOpen.setState(nowOpen);
  }

  return {
    isOpen,
    /** See `subscribeTopic` of live.ts. */
    subscribe(topic: string, seq: number | null, handler: Handler) {
      const remove = subscriptions.add(topic, seq, handler);
      tab.changed();
      return () => {
        remove();
        tab.changed();
      };
    },
    hiddenForMs: HIDDEN_FOR_MS,
    wants: () => subscriptions.wants(),
    workFor(ofAllTabs: Want[]) {
      isLeading = true;
      wants = ofAllTabs;
      adjust();
    },
    latest: () => ({ isOpen: isOpen.getState() }),
    stop() {
      close();
      isLeading = false;
    },
    receive(news: News) {
      if ("event" in news) subscriptions.deliver(news);
      else isOpen.setState(news.isOpen);
    },
  };
}
