import { beforeEach, describe, expect, test } from "vitest";
import { LONGEST_WAIT_MS, PULSE_EVERY_MS } from "@/lib/client/pulse-poller";
import { pulseWorld } from "./pulse-world";

let world: ReturnType<typeof pulseWorld>;
beforeEach(() => void (world = pulseWorld()));

describe("the leading tab", () => {
  test("polls at once and then once a minute, for the sections that are shown alone", async () => {
    const pulse = world.tab();
    pulse.want("notifications");
    pulse.lead();
    await world.pass(5 * PULSE_EVERY_MS);
    expect(world.asked.map(({ at }) => at / PULSE_EVERY_MS)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(world.asked.every(({ want }) => want.join() === "notifications")).toBe(true);
    expect(pulse.store.getState()).toEqual({ notifications: 3 });
  });

  test("keeps a value that the page learned during a poll, whose answer may be older", async () => {
    const pulse = world.tab();
    pulse.want("notifications");
    world.answer = () => {
      pulse.learn({ notifications: 4 });
      return { ok: true, notifications: 3 };
    };
    pulse.lead();
    await world.pass(0);
    expect(pulse.store.getState()).toEqual({ notifications: 4 });
    expect(world.posted).toEqual([{ type: "answer", values: {}, at: 0 }]);
    world.answer = () => ({ ok: true, notifications: 5 });
    await world.pass(PULSE_EVERY_MS);
    expect(pulse.store.getState()).toEqual({ notifications: 5 });
  });

  test("polls again at once for a section that was added during a poll, and then once a minute", async () => {
    const pulse = world.tab();
    pulse.want("notifications");
    world.answer = (want) => {
      if (want.length === 1) pulse.want("friends");
      return { ok: true, notifications: 3 };
    };
    pulse.lead();
    await world.pass(2 * PULSE_EVERY_MS);
    expect(world.asked).toEqual([
      { at: 0, want: ["notifications"] },
      { at: 0, want: ["notifications", "friends"] },
      { at: PULSE_EVERY_MS, want: ["notifications", "friends"] },
      { at: 2 * PULSE_EVERY_MS, want: ["notifications", "friends"] },
    ]);
  });

  test("records presence, and requests no section, while none is shown", async () => {
    const pulse = world.tab();
    const leave = pulse.want("friends");
    leave();
    pulse.lead();
    await world.pass(0);
    expect(world.asked).toEqual([{ at: 0, want: [] }]);
  });

  test("stops polling while it is hidden, and polls again when it is shown", async () => {
    const pulse = world.tab();
    pulse.lead();
    await world.pass(1_000);
    pulse.pause();
    await world.pass(10 * PULSE_EVERY_MS);
    expect(world.asked).toHaveLength(1);
    pulse.follow();
    pulse.lead();
    await world.pass(0);
    expect(world.asked).toHaveLength(2);
  });

  test("polls when its reader comes back to it, but not again within ten seconds", async () => {
    const pulse = world.tab();
    pulse.lead();
    await world.pass(30_000);
    pulse.refresh();
    await world.pass(0);
    pulse.refresh();
    await world.pass(PULSE_EVERY_MS - 1);
    expect(world.asked.map(({ at }) => at)).toEqual([0, 30_000]);
  });

  test("backs off after each failure, and keeps its last values", async () => {
    const pulse = world.tab();
    pulse.lead();
    await world.pass(0);
    world.answer = () => Promise.reject(new Error("down"));
    await world.pass(40 * PULSE_EVERY_MS);
    const gaps = world.asked.slice(1).map(({ at }, index) => at - world.asked[index]!.at);
    expect(gaps.slice(0, 5)).toEqual([1, 2, 4, 8, 8].map((factor) => factor * PULSE_EVERY_MS));
    expect(Math.max(...gaps)).toBe(LONGEST_WAIT_MS);
    expect(pulse.store.getState()).toEqual({ notifications: 3 });
  });

  test("keeps the last value of a section that an answer omits", async () => {
    const pulse = world.tab();
    pulse.lead();
    await world.pass(0);
    world.answer = () => ({ ok: true, friends: [] });
    await world.pass(PULSE_EVERY_MS);
    expect(pulse.store.getState()).toEqual({ notifications: 3, friends: [] });
  });

  test("stops polling for good once nobody is signed in", async () => {
    const pulse = world.tab();
    world.answer = () => {
      pulse.end();
      return Promise.reject(new Error("signed out"));
    };
    pulse.lead();
    await world.pass(10 * PULSE_EVERY_MS);
    pulse.follow();
    pulse.lead();
    await world.pass(PULSE_EVERY_MS);
    expect(world.asked).toHaveLength(1);
  });
});
