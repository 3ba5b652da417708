import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { AttemptPermits } from "@/lib/queue/attempt-permits";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Takes every free permit, each for another account or all for one, and returns the functions that release them. */
function takeAll(permits: AttemptPermits, onSlow = () => {}, owner?: string): (() => void)[] {
  const releases: (() => void)[] = [];
  for (;;) {
    const release = permits.tryAcquire(owner ?? `user_${releases.length}`, onSlow);
    if (!release) return releases;
    releases.push(release);
  }
}

test("permits 64 concurrent attempts; slow ones make room for others, up to 512", () => {
  const permits = new AttemptPermits();
  const onSlow = vi.fn();
  const waves = Array.from({ length: 9 }, () => {
    const taken = takeAll(permits, onSlow);
    vi.advanceTimersByTime(1000);
    return taken;
  });
  expect(waves.map(({ length }) => length)).toEqual([64, 64, 64, 64, 64, 64, 64, 64, 0]);
  expect(onSlow).toHaveBeenCalledTimes(512);
  for (const release of waves.flat().slice(0, 3)) release();
  expect(takeAll(permits)).toHaveLength(3);
});

test("a permit released in time is not reported as slow, and is released once", () => {
  const permits = new AttemptPermits();
  const onSlow = vi.fn();
  for (const release of takeAll(permits, onSlow)) {
    release();
    release();
  }
  vi.advanceTimersByTime(5000);
  expect(onSlow).not.toHaveBeenCalled();
  expect(takeAll(permits)).toHaveLength(64);
});

test("permits one account 16 concurrent attempts, and 32 slow ones, whatever others have", () => {
  const permits = new AttemptPermits();
  const waves = Array.from({ length: 3 }, () => {
    const taken = takeAll(permits, undefined, "user_slow");
    vi.advanceTimersByTime(1000);
    return taken;
  });
  expect(waves.map(({ length }) => length)).toEqual([16, 16, 0]);
  expect(takeAll(permits)).toHaveLength(64);
  waves[0]![0]!();
  expect(permits.hasShare("user_slow")).toBe(true);
});
