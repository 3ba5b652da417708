import { decodePositions, encodePositions } from "@/lib/domain/live/position";
import { type Handler, type LiveEvent, Subscriptions, type Wanted } from "./live-subscriptions";
import type { Tab } from "./tabs";

/** How long a hidden tab keeps the stream, if no other tab takes it over. */
export const HIDDEN_FOR_MS = 60_000;
/** How long to wait for further subscriptions, so that parts of a page that subscribe together open one stream. */
const SETTLE_MS = 50;
/** The backoff after a stream could not be opened. It doubles from this to `LAST_RETRY_MS`. */
export const FIRST_RETRY_MS = 5000;
const LAST_RETRY_MS = 300_000;
/** A browser reopens a broken stream by itself. After this many failures in a row we close it and wait. */
const MAX_BREAKS = 4;

const ME = "me";

/** Messages between the tabs of a browser. */
export type LiveMessage =
  /** This tab holds the stream from now on. The others answer with the topics that they want. */
  | { type: "lead" }
  | { type: "want"; tab: string; topics: Wanted }
  | { type: "event"; event: LiveEvent }
  | { type: "status"; isOpen: boolean };

export interface StreamListener {
  event(name: string, data: Record<string, unknown>, id: string): void;
  /** The stream broke. Unless `isFinal`, the browser reopens it by itself. */
  broken(isFinal: boolean): void;
}

/** What the stream needs from the browser. Tests replace it. */
export interface StreamEnvironment extends Tab<LiveMessage> {
  /** The id of this tab. */
  id: string;
  /** Opens a stream. Returns the function that closes it. */
  open(path: string, listener: StreamListener): () => void;
}

/**
 * The one stream of a browser. The leading tab holds it for the topics of all tabs and passes on the events. It tracks
 * its position in each topic, so a reopened stream resumes where the last one ended.
 */
export function createLiveStream(environment: StreamEnvironment) {
  const subscriptions = new Subscriptions();
  const listeners = new Set<() => void>();
  let positions = new Map<string, number>();
  let isLeading = false;
  let hasEnded = false;
  let isOpen = false;
  let stream: { topics: string[]; close(): void } | undefined;
  let breaks = 0;
  let waits = 0;
  let cancelReopen = () => {};
  let cancelResigning = () => {};

  const wanted = () => subscriptions.wanted(ME, positions);

  /** Reopens the stream if it lacks a wanted topic, needs earlier events of one, or has a topic too many. */
  function adjust() {
    const topics = wanted();
    const isMissing = (topic: string) =>
      !stream?.topics.includes(topic) || (topics.get(topic) ?? Infinity) < (positions.get(topic) ?? 0);
    if (stream?.topics.length === topics.size && ![...topics.keys()].some(isMissing)) return;
    cancelReopen();
    cancelReopen = environment.wait(SETTLE_MS, open);
  }

  function open() {
    if (!isLeading) return;
    close();
    const topics = wanted();
    const known = [...topics].filter((entry): entry is [string, number] => entry[1] !== null);
    positions = new Map(known);
    const query = new URLSearchParams({ topics: [...topics.keys()].join(",") });
    if (known.length > 0) query.set("lastEventId", encodePositions(known));
    stream = { topics: [...topics.keys()], close: environment.open(`/api/live?${query}`, { event: onEvent, broken }) };
  }

  function close() {
    stream?.close();
    stream = undefined;
    cancelReopen();
    setOpen(false);
  }

  function onEvent(name: string, data: Record<string, unknown>, id: string) {
    for (const [topic, seq] of decodePositions(id) ?? []) positions.set(topic, seq);
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
    cancelReopen = environment.wait(Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** waits++), open);
  }

  function share(event: LiveEvent) {
    environment.post({ type: "event", event });
    subscriptions.deliver(event);
  }

  function setOpen(nowOpen: boolean) {
    if (isLeading && nowOpen !== isOpen) environment.post({ type: "status", isOpen: nowOpen });
    updateStatus(nowOpen);
  }

  function updateStatus(nowOpen: boolean) {
    if (nowOpen === isOpen) return;
    isOpen = nowOpen;
    for (const listener of listeners) listener();
  }

  function announce() {
    if (isLeading) adjust();
    else environment.post({ type: "want", tab: environment.id, topics: subscriptions.ofThisTab() });
  }

  function resign() {
    cancelResigning();
    if (!isLeading) return;
    close();
    isLeading = false;
  }

  return {
    /** Whether events arrive now. */
    isOpen: () => isOpen,
    subscribeStatus(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /**
     * Passes a topic's events to `handler`: those after `seq`, or with null those from now on. After the event `reset`
     * the caller reads the snapshot again. Returns the function that unsubscribes.
     */
    subscribe(topic: string, seq: number | null, handler: Handler) {
      const remove = subscriptions.add(topic, seq, handler);
      announce();
      return () => {
        remove();
        announce();
      };
    },
    follow: announce,
    lead() {
      cancelResigning();
      if (isLeading || hasEnded) return;
      isLeading = true;
      subscriptions.forgetOthers();
      environment.post({ type: "lead" });
      adjust();
    },
    /** Closes the stream after `HIDDEN_FOR_MS`, or once another tab leads. */
    pause() {
      cancelResigning();
      cancelResigning = environment.wait(HIDDEN_FOR_MS, resign);
    },
    /** Closes the stream at once, or withdraws this tab's topics from the leading tab. */
    stop() {
      if (!isLeading) environment.post({ type: "want", tab: environment.id, topics: [] });
      resign();
    },
    /** Requests missed events, and reopens a broken stream at once. */
    refresh: announce,
    end() {
      hasEnded = true;
      resign();
    },
    receive(message: LiveMessage) {
      if (message.type === "lead") {
        resign();
        announce();
      } else if (message.type === "want") {
        subscriptions.setWanted(message.tab, message.topics);
        if (!isLeading) return;
        adjust();
        // The tab may have been opened since the status last changed.
        environment.post({ type: "status", isOpen });
      } else if (!isLeading && message.type === "event") subscriptions.deliver(message.event);
      else if (!isLeading && message.type === "status") updateStatus(message.isOpen);
    },
  };
}
