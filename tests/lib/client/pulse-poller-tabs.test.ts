import { beforeEach, describe, expect, test } from "vitest";
import { PULSE_EVERY_MS, type PulsePoller } from "@/lib/client/pulse-poller";
import { pulseWorld } from "./pulse-world";

let world: ReturnType<typeof pulseWorld>;
beforeEach(() => void (world = pulseWorld()));

describe("two visible tabs", () => {
  test("share one request a minute, for the sections of either, and its answer", async () => {
    world.answer = (want) => ({ ok: true, notifications: 1, ...(want.includes("friends") && { friends: [] }) });
    const other: { pulse?: PulsePoller } = {};
    const leader = world.tab((message) => other.pulse?.receive(message));
    const follower = world.tab((message) => leader.receive(message));
    other.pulse = follower;
    leader.want("notifications");
    leader.lead();
    await world.pass(0);
    follower.follow();
    follower.want("friends");
    await world.pass(3 * PULSE_EVERY_MS);
    expect(world.asked.map(({ at, want }) => [at, ...want])).toEqual([
      [0, "notifications"],
      ...[0, 1, 2].map((minute) => [minute * PULSE_EVERY_MS + 1000, "notifications", "friends"]),
    ]);
    expect(follower.store.getState()).toEqual({ notifications: 1, friends: [] });

    follower.pause();
    await world.pass(2 * PULSE_EVERY_MS);
    expect(world.asked.at(-1)?.want).toEqual(["notifications"]);
  });

  test("show the same at once when one of them has just been opened, without a request", async () => {
    const other: { pulse?: PulsePoller } = {};
    const leader = world.tab((message) => other.pulse?.receive(message));
    leader.want("notifications");
    leader.lead();
    await world.pass(0);
    leader.learn({ notifications: 7 });
    const follower = world.tab((message) => leader.receive(message));
    other.pulse = follower;
    follower.want("notifications");
    follower.follow();
    expect(follower.store.getState()).toEqual({ notifications: 7 });
    await world.pass(PULSE_EVERY_MS - 1);
    expect(world.asked).toHaveLength(1);
  });
});
