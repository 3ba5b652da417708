import { describe, expect, test } from "vitest";
import { verdictOn, waitAfter } from "@/lib/domain/webhooks/rules";

const SCHEDULE = [0, 60, 300, 1800, 7200, 21_600];
const lowest = (bytes: number) => new Uint8Array(bytes);
const highest = (bytes: number) => new Uint8Array(bytes).fill(255);
const MINUTE = 60_000;

describe("the schedule", () => {
  test("sends at once, then waits as planned, a fifth shorter or longer, and ends after the sixth attempt", () => {
    const waits = (random: typeof lowest) =>
      [0, 1, 2, 3, 4, 5, 6].map((attempts) => waitAfter(attempts, SCHEDULE, random));
    expect(waits(lowest)).toEqual([0, 48_000, 240_000, 24 * MINUTE, 96 * MINUTE, 288 * MINUTE, undefined]);
    expect(waits(highest)).toEqual([0, 72_000, 360_000, 36 * MINUTE, 144 * MINUTE, 432 * MINUTE, undefined]);
  });

  test("honours a receiver's Retry-After up to twice the planned wait", () => {
    expect(waitAfter(1, SCHEDULE, lowest, 90_000)).toBe(90_000);
    expect(waitAfter(1, SCHEDULE, lowest, 3_600_000)).toBe(120_000);
    expect(waitAfter(1, SCHEDULE, highest, 10_000)).toBe(72_000);
  });
});

describe("an endpoint that fails", () => {
  test("is warned about at ten failures in a row, once", () => {
    expect([9, 10, 11].map((failures) => verdictOn({ failures, givenUp: 0 }))).toEqual([
      "patience",
      "warning",
      "patience",
    ]);
  });

  test("is disabled at twenty in a row, and only when three deliveries were given up", () => {
    expect(verdictOn({ failures: 20, givenUp: 2 })).toBe("patience");
    expect(verdictOn({ failures: 19, givenUp: 3 })).toBe("patience");
    expect(verdictOn({ failures: 20, givenUp: 3 })).toBe("disable");
    expect(verdictOn({ failures: 31, givenUp: 3 })).toBe("disable");
  });
});
