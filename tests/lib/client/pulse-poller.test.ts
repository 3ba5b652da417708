import { beforeEach, describe, expect, test, vi } from "vitest";
import { createPulsePoller, LONGEST_WAIT_MS, PULSE_EVERY_MS } from "@/lib/client/pulse-poller";
import { createPulseValues } from "@/lib/client/pulse-values";
import type { Section } from "@/lib/domain/people/presence/rules";
import type { PulseAnswer } from "@/lib/domain/people/presence/schema";
import { browserTabs } from "./browser-tabs";

/** A browser, and a server that gives `answer`. */
function newWorld() {
  const open = browserTabs();
  const world = {
    asked: [] as { at: number; want: Section[] }[],
    answer: (_want: Section[]): PulseAnswer | Promise<PulseAnswer> => ({ ok: true, notifications: 3 }),
    open: () =>
      open((tab) => {
        const values = createPulseValues();
        const poller = createPulsePoller(tab, values, async (want) => {
          world.asked.push({ at: Date.now(), want });
          return world.answer(want);
        });
        return { ...values, ...poller };
      }),
    pass: (ms: number) => vi.advanceTimersByTimeAsync(ms),
  };
  return world;
}

let world: ReturnType<typeof newWorld>;
beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  world = newWorld();
});

describe("the leading tab", () => {
  test("polls at once and then once a minute, only for the sections that are shown", async () => {
    const tab = world.open();
    tab.work.want("notifications");
    tab.lead();
    await world.pass(5 * PULSE_EVERY_MS);
    expect(world.asked.map(({ at }) => at / PULSE_EVERY_MS)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(world.asked.every(({ want }) => want.join() === "notifications")).toBe(true);
    expect(tab.work.store.getState()).toEqual({ notifications: 3 });
  });

  test("keeps a value that the page learned during a poll, whose answer may be older", async () => {
    const [tab, other] = [world.open(), world.open()];
    tab.work.want("notifications");
    world.answer = () => {
      tab.work.learn({ notifications: 4 });
      return { ok: true, notifications: 3 };
    };
    tab.lead();
    await world.pass(0);
    expect(tab.work.store.getState()).toEqual({ notifications: 4 });
    expect(other.work.store.getState()).toEqual({});
    world.answer = () => ({ ok: true, notifications: 5 });
    await world.pass(PULSE_EVERY_MS);
    expect(tab.work.store.getState()).toEqual({ notifications: 5 });
  });

  test("polls again at once for a section that was added during a poll, and then once a minute", async () => {
    const tab = world.open();
    tab.work.want("notifications");
    world.answer = (want) => {
      if (want.length === 1) tab.work.want("friends");
      return { ok: true, notifications: 3 };
    };
    tab.lead();
    await world.pass(2 * PULSE_EVERY_MS);
    expect(world.asked).toEqual([
      { at: 0, want: ["notifications"] },
      { at: 1, want: ["notifications", "friends"] },
      { at: 1 + PULSE_EVERY_MS, want: ["notifications", "friends"] },
    ]);
  });

  test("records presence, and requests no section, while none is shown", async () => {
    const tab = world.open();
    const leave = tab.work.want("friends");
    leave();
    tab.lead();
    await world.pass(0);
    expect(world.asked).toEqual([{ at: 0, want: [] }]);
  });

  test("stops polling while it is hidden, and polls again when it is shown", async () => {
    const tab = world.open();
    tab.lead();
    await world.pass(1_000);
    tab.hide();
    await world.pass(10 * PULSE_EVERY_MS);
    expect(world.asked).toHaveLength(1);
    tab.show();
    tab.lead();
    await world.pass(0);
    expect(world.asked).toHaveLength(2);
  });

  test("polls when its reader returns to it, but not again within ten seconds", async () => {
    const tab = world.open();
    tab.lead();
    await world.pass(30_000);
    tab.refresh();
    await world.pass(0);
    tab.refresh();
    await world.pass(PULSE_EVERY_MS - 1);
    expect(world.asked.map(({ at }) => at)).toEqual([0, 30_000]);
  });

  test("backs off after each failure, and keeps its last values", async () => {
    const tab = world.open();
    tab.lead();
    await world.pass(0);
    world.answer = () => Promise.reject(new Error("down"));
    await world.pass(40 * PULSE_EVERY_MS);
    const gaps = world.asked.slice(1).map(({ at }, index) => at - world.asked[index]!.at);
    expect(gaps.slice(0, 5)).toEqual([1, 2, 4, 8, 8].map((factor) => factor * PULSE_EVERY_MS));
    expect(Math.max(...gaps)).toBe(LONGEST_WAIT_MS);
    expect(tab.work.store.getState()).toEqual({ notifications: 3 });
  });

  test("keeps the last value of a section that an answer omits", async () => {
    const tab = world.open();
    tab.lead();
    await world.pass(0);
    world.answer = () => ({ ok: true, friends: [] });
    await world.pass(PULSE_EVERY_MS);
    expect(tab.work.store.getState()).toEqual({ notifications: 3, friends: [] });
  });

  test("stops if it was left during a poll", async () => {
    const tab = world.open();
    world.answer = () => {
      tab.leave();
      return { ok: true };
    };
    tab.lead();
    await world.pass(10 * PULSE_EVERY_MS);
    expect(world.asked).toHaveLength(1);
  });
});

describe("two visible tabs", () => {
  test("share one request a minute, for the sections of either, and its answer", async () => {
    world.answer = (want) => ({ ok: true, notifications: 1, ...(want.includes("friends") && { friends: [] }) });
    const [leader, follower] = [world.open(), world.open()];
    leader.work.want("notifications");
    leader.lead();
    await world.pass(0);
    follower.work.want("friends");
    await world.pass(3 * PULSE_EVERY_MS);
    expect(world.asked.map(({ at, want }) => [at, ...want])).toEqual([
      [0, "notifications"],
      ...[0, 1, 2].map((minute) => [minute * PULSE_EVERY_MS + 1000, "notifications", "friends"]),
    ]);
    expect(follower.work.store.getState()).toEqual({ notifications: 1, friends: [] });

    follower.hide();
    await world.pass(2 * PULSE_EVERY_MS);
    expect(world.asked.at(-1)?.want).toEqual(["notifications"]);
  });

  test("show the same at once when one of them has just been opened, without a request", async () => {
    const leader = world.open();
    leader.work.want("notifications");
    leader.lead();
    await world.pass(0);
    leader.work.learn({ notifications: 7 });
    const follower = world.open();
    follower.work.want("notifications");
    expect(follower.work.store.getState()).toEqual({ notifications: 7 });
    await world.pass(PULSE_EVERY_MS - 1);
    expect(world.asked).toHaveLength(1);
  });

  test("continue without a request when the other one takes the lead, unless a minute has passed", async () => {
    const [first, second] = [world.open(), world.open()];
    first.work.want("notifications");
    first.lead();
    await world.pass(30_000);
    first.hide();
    second.lead();
    await world.pass(29_999);
    expect(world.asked).toHaveLength(1);
    await world.pass(1);
    expect(world.asked).toHaveLength(2);
  });
});
