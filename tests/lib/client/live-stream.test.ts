import { beforeEach, expect, test, vi } from "vitest";
import {
  createLiveStream,
  FIRST_RETRY_MS,
  HIDDEN_FOR_MS,
  type StreamListener,
  type LiveEvent,
} from "@/lib/client/live-stream";
import { browserTabs } from "./browser-tabs";

beforeEach(() => void vi.useFakeTimers());

interface Opened extends StreamListener {
  tab: number;
  topics: string[];
  lastEventId: string | null;
  isClosed: boolean;
}

/** A browser with the given number of visible tabs. */
function browser(count: number) {
  const streams: Opened[] = [];
  const open = browserTabs();
  const tabs = Array.from({ length: count }, (_, n) =>
    open((tab) =>
      createLiveStream(tab, (path, listener) => {
        const query = new URL(path, "http://x").searchParams;
        const stream: Opened = {
          ...listener,
          tab: n,
          topics: query.get("topics")?.split(",") ?? [],
          lastEventId: query.get("lastEventId"),
          isClosed: false,
        };
        streams.push(stream);
        return () => void (stream.isClosed = true);
      }),
    ),
  );
  const settle = () => vi.advanceTimersByTime(100);
  /** Greets like the server, having rejected some topics. */
  const hello = (stream: Opened, refused: string[] = []) =>
    stream.event(
      "hello",
      { topics: stream.topics.filter((topic) => !refused.includes(topic)) },
      stream.lastEventId ?? "me=0",
    );
  return { tabs, streams, settle, hello, open: () => streams.filter(({ isClosed }) => !isClosed) };
}

function heard() {
  const events: LiveEvent[] = [];
  return {
    events,
    handler: (event: LiveEvent) => void events.push(event),
    seqs: () => events.map(({ data }) => data.seq),
  };
}

const ROOM = "room:ABC234";

test("one tab holds one stream for the topics of all tabs, and passes events on to the others", () => {
  const { tabs, streams, settle, hello, open } = browser(3);
  const [mine, theirs] = [heard(), heard()];
  tabs[0]!.work.subscribe("me", null, mine.handler);
  tabs[1]!.work.subscribe(ROOM, 7, theirs.handler);
  tabs[0]!.lead();
  settle();
  expect(open()).toHaveLength(1);
  expect(streams[0]).toMatchObject({ tab: 0, topics: ["me", ROOM], lastEventId: `${ROOM}=7` });
  hello(streams[0]!);
  expect(tabs.map((tab) => tab.work.isOpen.getState())).toEqual([true, true, true]);
  // A tab that was opened since hears of it.
  tabs[2]!.work.isOpen.setState(false);
  tabs[2]!.show();
  expect(tabs[2]!.work.isOpen.getState()).toBe(true);
  streams[0]!.event("message", { topic: ROOM, seq: 8 }, `me=0~${ROOM}=8`);
  streams[0]!.event("unread", { topic: "me", count: 1 }, `me=0~${ROOM}=8`);
  expect(mine.events).toEqual([{ event: "unread", data: { topic: "me", count: 1 } }]);
  expect(theirs.events).toEqual([{ event: "message", data: { topic: ROOM, seq: 8 } }]);
});

test("a topic that is added later starts at its snapshot, and the other topics resume where they were", () => {
  const { tabs, streams, settle, hello, open } = browser(1);
  const [first, second] = [heard(), heard()];
  tabs[0]!.work.subscribe(ROOM, 3, first.handler);
  tabs[0]!.lead();
  settle();
  hello(streams[0]!);
  streams[0]!.event("message", { topic: ROOM, seq: 4 }, `me=2~${ROOM}=4`);
  tabs[0]!.work.subscribe("room:XYZ234", 20, second.handler);
  settle();
  expect(open()).toHaveLength(1);
  expect(streams[1]).toMatchObject({
    topics: ["me", ROOM, "room:XYZ234"],
    lastEventId: `me=2~${ROOM}=4~room:XYZ234=20`,
  });
});

test("a subscriber with an older snapshot gets the events that it lacks, and nobody gets an event twice", () => {
  const { tabs, streams, settle, hello } = browser(2);
  const [ahead, late] = [heard(), heard()];
  tabs[0]!.work.subscribe(ROOM, 5, ahead.handler);
  tabs[0]!.lead();
  settle();
  hello(streams[0]!);
  streams[0]!.event("message", { topic: ROOM, seq: 6 }, `me=0~${ROOM}=6`);
  tabs[1]!.work.subscribe(ROOM, 4, late.handler);
  settle();
  expect(streams[1]?.lastEventId).toBe(`me=0~${ROOM}=4`);
  for (const seq of [5, 6, 7]) streams[1]!.event("message", { topic: ROOM, seq }, `me=0~${ROOM}=${seq}`);
  expect(ahead.seqs()).toEqual([6, 7]);
  expect(late.seqs()).toEqual([5, 6, 7]);
});

test("a hidden tab keeps the stream for a minute, unless another tab leads, which resumes it", () => {
  const { tabs, streams, settle, hello, open } = browser(2);
  const [one, two] = [heard(), heard()];
  tabs[0]!.work.subscribe(ROOM, 1, one.handler);
  tabs[1]!.work.subscribe(ROOM, 1, two.handler);
  tabs[0]!.lead();
  settle();
  hello(streams[0]!);
  streams[0]!.event("message", { topic: ROOM, seq: 2 }, `me=0~${ROOM}=2`);
  tabs[0]!.hide();
  vi.advanceTimersByTime(HIDDEN_FOR_MS - 1000);
  expect(open()).toHaveLength(1);
  tabs[1]!.lead();
  settle();
  expect(open()).toEqual([expect.objectContaining({ tab: 1, lastEventId: `${ROOM}=2` })]);
  tabs[1]!.hide();
  vi.advanceTimersByTime(HIDDEN_FOR_MS);
  expect(open()).toEqual([]);
  expect(tabs.map((tab) => tab.work.isOpen.getState())).toEqual([false, false]);
  tabs[0]!.show();
  tabs[0]!.lead();
  settle();
  expect(open()).toEqual([expect.objectContaining({ tab: 0, lastEventId: expect.stringContaining(`${ROOM}=2`) })]);
});

test("leaves a broken stream to the browser, and retries one that cannot be opened with growing delays", () => {
  const { tabs, streams, settle, hello, open } = browser(1);
  tabs[0]!.lead();
  settle();
  hello(streams[0]!);
  streams[0]!.broken(false);
  expect(tabs[0]!.work.isOpen.getState()).toBe(false);
  vi.advanceTimersByTime(FIRST_RETRY_MS * 10);
  expect(streams).toHaveLength(1);
  hello(streams[0]!);
  expect(tabs[0]!.work.isOpen.getState()).toBe(true);
  for (const waitMs of [FIRST_RETRY_MS, 2 * FIRST_RETRY_MS, 4 * FIRST_RETRY_MS]) {
    open()[0]!.broken(true);
    expect(open()).toEqual([]);
    vi.advanceTimersByTime(waitMs - 1);
    expect(open()).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(open()).toHaveLength(1);
  }
  for (let n = 0; n < 4; n += 1) streams.at(-1)!.broken(false);
  expect(open()).toEqual([]);
});

test("passes on a reset and what follows it, and reports topics that may not be read as denied", () => {
  const { tabs, streams, settle, hello } = browser(1);
  const { events, handler } = heard();
  tabs[0]!.work.subscribe(ROOM, 3, handler);
  tabs[0]!.lead();
  settle();
  hello(streams[0]!);
  streams[0]!.event("reset", { topic: ROOM, seq: 900 }, `me=0~${ROOM}=900`);
  streams[0]!.event("message", { topic: ROOM, seq: 901 }, `me=0~${ROOM}=901`);
  hello(streams[0]!, [ROOM]);
  expect(events.map(({ event }) => event)).toEqual(["reset", "message", "denied"]);
});

test("drops topics without subscribers, or of a page that is left; reads nothing after the session ended", () => {
  const { tabs, streams, settle, open } = browser(2);
  const leave = tabs[1]!.work.subscribe(ROOM, 1, () => {});
  tabs[0]!.lead();
  settle();
  expect(open()[0]?.topics).toEqual(["me", ROOM]);
  leave();
  settle();
  expect(open().map(({ topics }) => topics)).toEqual([["me"]]);
  tabs[1]!.work.subscribe(ROOM, 1, () => {});
  settle();
  expect(open().map(({ topics }) => topics)).toEqual([["me", ROOM]]);
  tabs[1]!.leave();
  settle();
  expect(open().map(({ topics }) => topics)).toEqual([["me"]]);
  tabs[0]!.leave();
  tabs[0]!.lead();
  vi.advanceTimersByTime(HIDDEN_FOR_MS);
  expect(open()).toEqual([]);
  expect(streams.length).toBeLessThanOrEqual(5);
});
