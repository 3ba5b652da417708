import { describe, expect, test } from "vitest";
import { finishedMessage, isCaughtUp, mergeLines, nextLookMs } from "@/components/developer/delivery-lines";
import type { Delivery } from "@/lib/domain/consequences/webhooks/schema";

const NOW = Date.parse("2026-11-21T12:00:00.000Z");
const iso = (ms: number) => new Date(NOW + ms).toISOString();

/** A delivery that was created so many seconds ago. */
function line(age: number, changes: Partial<Delivery> = {}): Delivery {
  return {
    id: `whd_${age}`,
    event: "post.created",
    status: "delivered",
    attempts: 1,
    responseStatus: 204,
    error: null,
    durationMs: 3,
    createdAt: iso(-age * 1000),
    deliveredAt: iso(-age * 1000),
    nextAttemptAt: null,
    ...changes,
  };
}

const pending = (age: number, dueIn: number) =>
  line(age, { status: "pending", deliveredAt: null, nextAttemptAt: iso(dueIn) });
const ids = (lines: readonly Delivery[]) => lines.map(({ id }) => id);

describe("newly read deliveries", () => {
  test("replace known ones, with the newest on top", () => {
    const merged = mergeLines([pending(2, 0), line(5)], [line(1), line(2)]);
    expect(ids(merged)).toEqual(["whd_1", "whd_2", "whd_5"]);
    expect(merged[1]?.status).toBe("delivered");
  });

  test("of the same moment are in the order of the list's pages", () => {
    const equals = [line(1, { id: "whd_a" }), line(1, { id: "whd_b" })];
    expect(ids(mergeLines([], equals))).toEqual(["whd_b", "whd_a"]);
  });

  test("are complete once they overlap the known ones, down to the oldest pending one", () => {
    const known = [line(3), pending(4, 0), line(5)];
    expect(isCaughtUp(known, [line(1), line(2)])).toBe(false);
    expect(isCaughtUp(known, [line(2), line(3)])).toBe(false);
    expect(isCaughtUp(known, [line(2), line(3), line(4)])).toBe(true);
    expect(isCaughtUp([], [line(1)])).toBe(true);
  });

  test("are announced in a sentence when they finish", () => {
    expect(finishedMessage([pending(1, 0)], [line(1)])).toBe("post.created delivered");
    expect(finishedMessage([pending(1, 0), pending(2, 0)], [line(1), line(2, { status: "failed" })])).toBe(
      "2 deliveries finished",
    );
    expect(finishedMessage([pending(1, 0)], [pending(1, 60_000), line(0)])).toBeUndefined();
  });
});

describe("the page polls", () => {
  const wait = (lines: Delivery[], fruitless = 0) => nextLookMs(lines, { now: NOW, fruitless });

  test("never while nothing is pending", () => {
    expect(wait([])).toBeUndefined();
    expect(wait([line(1), line(2, { status: "failed" })])).toBeUndefined();
  });

  test("soon when something is due, and less and less often while nothing changes", () => {
    expect(wait([pending(1, -500)])).toBe(1000);
    expect(wait([pending(1, -500)], 2)).toBe(2250);
    expect(wait([pending(1, -500)], 50)).toBe(10_000);
  });

  test("when the next attempt is due, but at least twice a minute", () => {
    expect(wait([pending(9, 7_200_000), pending(1, 12_000)])).toBe(12_000);
    expect(wait([pending(9, 7_200_000)])).toBe(30_000);
  });
});
