import { decodePositions, encodePositions } from "@/lib/domain/live/position";
import { type Handler, type LiveEvent, Subscriptions, type Wanted } from "./live-subscriptions";

/** How long a hidden tab keeps the stream, if no other tab takes it over. */
export const HIDDEN_FOR_MS = 60_000;
/** Several parts of a page subscribe together: one stream is opened for all of them. */
const SETTLE_MS = 50;
/** After a stream that could not be opened the wait doubles, from the first to the second. */
export const FIRST_RETRY_MS = 5000;
export const LAST_RETRY_MS = 300_000;
/** A browser opens a broken stream again by itself. Fails that so often in a row, it is told to wait. */
const MAX_BREAKS = 4;

const ME = "me";

/** What the tabs of one browser say to each other. */
export type LiveMessage =
  /** This tab holds the stream from now on. The others say again what they want. */
  | { type: "lead" }
  | { type: "want"; tab: string; topics: Wanted }
  | { type: "event"; event: LiveEvent }
  | { type: "status"; isOpen: boolean };

export interface StreamListener {
  event(name: string, data: Record<string, unknown>, id: string): void;
  /** The stream broke. Unless that is final, the browser opens it again by itself. */
  broken(isFinal: boolean): void;
}

/** What the engine needs of its surroundings, so that tests can be the browser. */
export interface LiveWorld {
  /** Names this tab. */
  tab: string;
  /** Opens a stream. Returns what closes it. */
  open(path: string, listener: StreamListener): () => void;
  /** Returns what calls it off. */
  wait(ms: number, then: () => void): () => void;
  post(message: LiveMessage): void;
}

/**
 * The one stream of a browser. The leading tab holds it for the topics of all tabs and passes on what arrives. It knows
 * how far it has read, so that a reopened stream resumes where the last one ended.
 */
export function createLive(world: LiveWorld) {
  const subscriptions = new Subscriptions();
  const listeners = new Set<() => void>();
  let positions = new Map<string, number>();
  let isLeading = false;
  let isOver = false;
  let isOpen = false;
  let stream: { topics: string[]; close(): void } | undefined;
  let breaks = 0;
  let waits = 0;
  let cancelReopen = () => {};
  let cancelRest = () => {};

  const wanted = () => subscriptions.wanted(ME, positions);

  /** Opens the stream anew if it does not give what is wanted. */
  function adjust() {
    const topics = wanted();
    const isMissing = (topic: string) =>
      !stream?.topics.includes(topic) || (topics.get(topic) ?? Infinity) < (positions.get(topic) ?? 0);
    if (stream?.topics.length === topics.size && ![...topics.keys()].some(isMissing)) return;
    cancelReopen();
    cancelReopen = world.wait(SETTLE_MS, open);
  }

  function open() {
    if (!isLeading) return;
    close();
    const topics = wanted();
    const known = [...topics].filter((entry): entry is [string, number] => entry[1] !== null);
    positions = new Map(known);
    const query = new URLSearchParams({ topics: [...topics.keys()].join(",") });
    if (known.length > 0) query.set("lastEventId", encodePositions(known));
    stream = { topics: [...topics.keys()], close: world.open(`/api/live?${query}`, { event: take, broken }) };
  }

  function close() {
    stream?.close();
    stream = undefined;
    cancelReopen();
    say(false);
  }

  function take(name: string, data: Record<string, unknown>, id: string) {
    for (const [topic, seq] of decodePositions(id) ?? []) positions.set(topic, seq);
    if (name === "hello") greet(data);
    else share({ event: name, data });
  }

  function greet({ topics }: Record<string, unknown>) {
    breaks = waits = 0;
    say(true);
    const granted = Array.isArray(topics) ? topics : [];
    for (const topic of stream?.topics ?? []) if (!granted.includes(topic)) share({ event: "denied", data: { topic } });
  }

  function broken(isFinal: boolean) {
    say(false);
    breaks += 1;
    if (!isFinal && breaks < MAX_BREAKS) return;
    close();
    breaks = 0;
    cancelReopen = world.wait(Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** waits++), open);
  }

  function share(event: LiveEvent) {
    world.post({ type: "event", event });
    subscriptions.deliver(event);
  }

  function say(nowOpen: boolean) {
    if (isLeading && nowOpen !== isOpen) world.post({ type: "status", isOpen: nowOpen });
    note(nowOpen);
  }

  function note(nowOpen: boolean) {
    if (nowOpen === isOpen) return;
    isOpen = nowOpen;
    for (const listener of listeners) listener();
  }

  function announce() {
    if (isLeading) adjust();
    else world.post({ type: "want", tab: world.tab, topics: subscriptions.ofThisTab() });
  }

  function stop() {
    cancelRest();
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
     * Gives a topic's events to `handler`, those after `seq` or from now on. After `reset` what was missed has to be
     * read anew. Returns what ends it.
     */
    subscribe(topic: string, seq: number | null, handler: Handler) {
      const remove = subscriptions.add(topic, seq, handler);
      announce();
      return () => {
        remove();
        announce();
      };
    },
    /** This tab holds the stream from now on. */
    lead() {
      cancelRest();
      if (isLeading || isOver) return;
      isLeading = true;
      subscriptions.forgetOthers();
      world.post({ type: "lead" });
      adjust();
    },
    /** The tab was hidden: it gives up the stream in a while, or once another tab leads. */
    rest() {
      cancelRest();
      cancelRest = world.wait(HIDDEN_FOR_MS, stop);
    },
    /** Somebody looks at the tab, or the network is back: what was missed is asked for, a broken stream opened at once. */
    wake: announce,
    /** Gives up the stream at once. */
    stop,
    /** The session has ended: no stream is opened any more until the page is loaded again. */
    end() {
      isOver = true;
      stop();
    },
    receive(message: LiveMessage) {
      if (message.type === "lead") {
        if (isLeading) stop();
        announce();
      } else if (message.type === "want") {
        subscriptions.hear(message.tab, message.topics);
        if (!isLeading) return;
        adjust();
        // The tab may have come after the last change.
        world.post({ type: "status", isOpen });
      } else if (!isLeading && message.type === "event") subscriptions.deliver(message.event);
      else if (!isLeading && message.type === "status") note(message.isOpen);
    },
  };
}

export type Live = ReturnType<typeof createLive>;
