import { describe, expect, test } from "vitest";
import { type Gap, healthActionFor, MAX_GAPS, waitAfter, withGap } from "@/lib/domain/consequences/webhooks/rules";

const SCHEDULE = [0, 60, 300, 1800, 7200, 21_600];
const lowest = (bytes: number) => new Uint8Array(bytes);
const highest = (bytes: number) => new Uint8Array(bytes).fill(255);
const MINUTE = 60_000;

describe("the schedule", () => {
  test("sends at once, waits as scheduled within a fifth, and is exhausted after the sixth attempt", () => {
    const waits = (random: typeof lowest) =>
      [0, 1, 2, 3, 4, 5, 6].map((attempts) => waitAfter(attempts, SCHEDULE, random));
    expect(waits(lowest)).toEqual([0, 48_000, 240_000, 24 * MINUTE, 96 * MINUTE, 288 * MINUTE, undefined]);
    expect(waits(highest)).toEqual([0, 72_000, 360_000, 36 * MINUTE, 144 * MINUTE, 432 * MINUTE, undefined]);
  });

  test("honours a receiver's Retry-After up to twice the scheduled wait", () => {
    expect(waitAfter(1, SCHEDULE, lowest, 90_000)).toBe(90_000);
    expect(waitAfter(1, SCHEDULE, lowest, 3_600_000)).toBe(120_000);
    expect(waitAfter(1, SCHEDULE, highest, 10_000)).toBe(72_000);
  });
});

describe("an endpoint that fails", () => {
  test("leads to one warning, at ten failures in a row", () => {
    expect([9, 10, 11].map((failures) => healthActionFor({ failures, exhausted: 0 }))).toEqual([
      "none",
      "warning",
      "none",
    ]);
  });

  test("is disabled at twenty failures in a row, if three deliveries are exhausted", () => {
    expect(healthActionFor({ failures: 20, exhausted: 2 })).toBe("none");
    expect(healthActionFor({ failures: 19, exhausted: 3 })).toBe("none");
    expect(healthActionFor({ failures: 20, exhausted: 3 })).toBe("disable");
    expect(healthActionFor({ failures: 31, exhausted: 3 })).toBe("disable");
  });
});

describe("the gaps of an endpoint", () => {
  const on = (day: number, month = "11") => `2026-${month}-${String(day).padStart(2, "0")}T12:00:00.000Z`;
  const gap = (day: number): Gap => ({ from: on(day), to: on(day) });

  test("are forgotten once the log no longer covers them", () => {
    const old = { from: on(1, "10"), to: on(2, "10") };
    const recent = { from: on(1, "10"), to: on(20, "10") };
    expect(withGap([old, recent], gap(10))).toEqual([recent, gap(10)]);
  });

  test("are bounded, and no time that one covers is lost", () => {
    const many = Array.from({ length: MAX_GAPS }, (_, index) => gap(index + 1));
    const merged = withGap(many, gap(25));
    expect(merged).toHaveLength(MAX_GAPS);
    expect(merged[0]).toEqual({ from: on(1), to: on(2) });
    expect(merged.slice(1)).toEqual([...many.slice(2), gap(25)]);
  });
});
