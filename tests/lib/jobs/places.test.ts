import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Places } from "@/lib/jobs/places";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Takes whatever is free, and gives the ways to free it. */
function takeAll(places: Places, whenSlow = () => {}): (() => void)[] {
  const taken = [];
  while (places.areFree) taken.push(places.take(whenSlow));
  return taken;
}

test("64 attempts are under way at once, those that take long make room for others, and 512 is the end", () => {
  const places = new Places();
  const whenSlow = vi.fn();
  const waves = Array.from({ length: 9 }, () => {
    const taken = takeAll(places, whenSlow);
    vi.advanceTimersByTime(1000);
    return taken;
  });
  expect(waves.map(({ length }) => length)).toEqual([64, 64, 64, 64, 64, 64, 64, 64, 0]);
  expect(whenSlow).toHaveBeenCalledTimes(512);
  for (const leave of waves.flat().slice(0, 3)) leave();
  expect(takeAll(places)).toHaveLength(3);
});

test("a place that was left in time is not told of as slow, and counts once", () => {
  const places = new Places();
  const whenSlow = vi.fn();
  for (const leave of takeAll(places, whenSlow)) leave();
  vi.advanceTimersByTime(5000);
  expect(whenSlow).not.toHaveBeenCalled();
  expect(takeAll(places)).toHaveLength(64);
});
