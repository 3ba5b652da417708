import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { subscribeTopic } from "@/lib/client/live";
import { connectTabs } from "@/lib/client/tabs";

const streams: StandInSource[] = [];

class StandInSource extends EventTarget {
  isClosed = false;

  constructor(readonly url: string) {
    super();
    streams.push(this);
  }

  close() {
    this.isClosed = true;
  }

  send(name: string, data: object) {
    if (!this.isClosed) this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data), lastEventId: "me=0" }));
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("EventSource", StandInSource);
  vi.stubGlobal("navigator", {});
  vi.stubGlobal("window", new EventTarget());
  const querySelector = () => ({ content: "usr_ada" });
  vi.stubGlobal("document", Object.assign(new EventTarget(), { hidden: false, querySelector }));
});
afterEach(() => void vi.unstubAllGlobals());

test("a page shows no event of an account that has signed in since, and stops reading", () => {
  const heard = vi.fn();
  subscribeTopic("me", null, heard);
  connectTabs("usr_ada");
  vi.advanceTimersByTime(100);
  const [stream] = streams;
  stream!.send("hello", { topics: ["me"], account: "usr_ada" });
  stream!.send("unread", { topic: "me", count: 1 });
  expect(heard).toHaveBeenCalledTimes(1);

  stream!.send("hello", { topics: ["me"], account: "usr_bob" });
  stream!.send("unread", { topic: "me", count: 99 });
  expect(heard).toHaveBeenCalledTimes(1);
  expect(stream!.isClosed).toBe(true);
  vi.advanceTimersByTime(600_000);
  expect(streams).toHaveLength(1);
});
