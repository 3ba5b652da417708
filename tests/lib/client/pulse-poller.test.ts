import { beforeEach, describe, expect, test } from "vitest";
import {
  createPulsePoller,
  LONGEST_WAIT_MS,
  type PulsePoller,
  PULSE_EVERY_MS,
  type PulseMessage,
  SignedOutError,
} from "@/lib/client/pulse-poller";
import type { Section } from "@/lib/domain/presence/rules";
import type { PulseAnswer } from "@/lib/domain/presence/schema";

let time: number;
let timers: { at: number; then: () => void }[];
let asked: { at: number; want: Section[] }[];
let answer: (want: Section[]) => PulseAnswer | Promise<PulseAnswer>;
let posted: PulseMessage[];

beforeEach(() => {
  time = 0;
  timers = [];
  asked = [];
  posted = [];
  answer = () => ({ ok: true, notifications: 3 });
});

function tab(post: (message: PulseMessage) => void = (message) => posted.push(message)): PulsePoller {
  return createPulsePoller({
    request: async (want) => {
      asked.push({ at: time, want });
      return answer(want);
    },
    now: () => time,
    wait(ms, then) {
      const timer = { at: time + ms, then };
      timers.push(timer);
      return () => void (timers = timers.filter((other) => other !== timer));
    },
    post,
  });
}

async function pass(ms: number) {
  const end = time + ms;
  for (;;) {
    const next = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
    if (!next) break;
    timers = timers.filter((other) => other !== next);
    time = next.at;
    next.then();
    await new Promise((resolve) => setImmediate(resolve));
  }
  time = end;
}

describe("the leading tab", () => {
  test("polls at once and then once a minute, for the sections that are shown alone", async () => {
    const pulse = tab();
    pulse.want("notifications");
    pulse.lead();
    await pass(5 * PULSE_EVERY_MS);
    expect(asked.map(({ at }) => at / PULSE_EVERY_MS)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(asked.every(({ want }) => want.join() === "notifications")).toBe(true);
    expect(pulse.store.getState()).toEqual({ notifications: 3 });
  });

  test("keeps a value that the page learned during a poll, whose answer may be older", async () => {
    const pulse = tab();
    pulse.want("notifications");
    answer = () => {
      pulse.learn({ notifications: 4 });
      return { ok: true, notifications: 3 };
    };
    pulse.lead();
    await pass(0);
    expect(pulse.store.getState()).toEqual({ notifications: 4 });
    expect(posted).toEqual([{ type: "answer", values: {}, at: 0 }]);
    answer = () => ({ ok: true, notifications: 5 });
    await pass(PULSE_EVERY_MS);
    expect(pulse.store.getState()).toEqual({ notifications: 5 });
  });

  test("polls again at once for a section that was added during a poll, and then once a minute", async () => {
    const pulse = tab();
    pulse.want("notifications");
    answer = (want) => {
      if (want.length === 1) pulse.want("friends");
      return { ok: true, notifications: 3 };
    };
    pulse.lead();
    await pass(2 * PULSE_EVERY_MS);
    expect(asked).toEqual([
      { at: 0, want: ["notifications"] },
      { at: 0, want: ["notifications", "friends"] },
      { at: PULSE_EVERY_MS, want: ["notifications", "friends"] },
      { at: 2 * PULSE_EVERY_MS, want: ["notifications", "friends"] },
    ]);
  });

  test("records presence, and requests no section, while none is shown", async () => {
    const pulse = tab();
    const leave = pulse.want("friends");
    leave();
    pulse.lead();
    await pass(0);
    expect(asked).toEqual([{ at: 0, want: [] }]);
  });

  test("stops polling while it is hidden, and polls again when it is shown", async () => {
    const pulse = tab();
    pulse.lead();
    await pass(1_000);
    pulse.pause();
    await pass(10 * PULSE_EVERY_MS);
    expect(asked).toHaveLength(1);
    pulse.follow();
    pulse.lead();
    await pass(0);
    expect(asked).toHaveLength(2);
  });

  test("polls when its reader comes back to it, but not again within ten seconds", async () => {
    const pulse = tab();
    pulse.lead();
    await pass(30_000);
    pulse.refresh();
    await pass(0);
    pulse.refresh();
    await pass(PULSE_EVERY_MS - 1);
    expect(asked.map(({ at }) => at)).toEqual([0, 30_000]);
  });

  test("backs off after each failure, and keeps its last values", async () => {
    const pulse = tab();
    pulse.lead();
    await pass(0);
    answer = () => Promise.reject(new Error("down"));
    await pass(40 * PULSE_EVERY_MS);
    const gaps = asked.slice(1).map(({ at }, index) => at - asked[index]!.at);
    expect(gaps.slice(0, 5)).toEqual([1, 2, 4, 8, 8].map((factor) => factor * PULSE_EVERY_MS));
    expect(Math.max(...gaps)).toBe(LONGEST_WAIT_MS);
    expect(pulse.store.getState()).toEqual({ notifications: 3 });
  });

  test("keeps the last value of a section that an answer omits", async () => {
    const pulse = tab();
    pulse.lead();
    await pass(0);
    answer = () => ({ ok: true, friends: [] });
    await pass(PULSE_EVERY_MS);
    expect(pulse.store.getState()).toEqual({ notifications: 3, friends: [] });
  });

  test("stops polling for good once nobody is signed in", async () => {
    const pulse = tab();
    answer = () => Promise.reject(new SignedOutError());
    pulse.lead();
    await pass(10 * PULSE_EVERY_MS);
    pulse.refresh();
    pulse.lead();
    await pass(PULSE_EVERY_MS);
    expect(asked).toHaveLength(1);
  });
});

describe("two visible tabs", () => {
  test("share one request a minute, for the sections of either, and its answer", async () => {
    answer = (want) => ({ ok: true, notifications: 1, ...(want.includes("friends") && { friends: [] }) });
    const other: { pulse?: PulsePoller } = {};
    const leader = tab((message) => other.pulse?.receive(message));
    const follower = tab((message) => leader.receive(message));
    other.pulse = follower;
    leader.want("notifications");
    leader.lead();
    await pass(0);
    follower.follow();
    follower.want("friends");
    await pass(3 * PULSE_EVERY_MS);
    expect(asked.map(({ at, want }) => [at, ...want])).toEqual([
      [0, "notifications"],
      ...[0, 1, 2].map((minute) => [minute * PULSE_EVERY_MS + 1000, "notifications", "friends"]),
    ]);
    expect(follower.store.getState()).toEqual({ notifications: 1, friends: [] });

    follower.pause();
    await pass(2 * PULSE_EVERY_MS);
    expect(asked.at(-1)?.want).toEqual(["notifications"]);
  });

  test("show the same at once when one of them has just been opened, without a request", async () => {
    const other: { pulse?: PulsePoller } = {};
    const leader = tab((message) => other.pulse?.receive(message));
    leader.want("notifications");
    leader.lead();
    await pass(0);
    leader.learn({ notifications: 7 });
    const follower = tab((message) => leader.receive(message));
    other.pulse = follower;
    follower.want("notifications");
    follower.follow();
    follower.refresh();
    expect(follower.store.getState()).toEqual({ notifications: 7 });
    await pass(PULSE_EVERY_MS - 1);
    expect(asked).toHaveLength(1);
  });
});
