import { expect, test } from "vitest";
import { exactTime, relativeTime } from "@/components/ui/relative-time-text";

const NOW = Date.UTC(2026, 2, 15, 12, 0, 0);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

test.each([
  [0, "now"],
  [59_999, "now"],
  [MINUTE, "1 min ago"],
  [59 * MINUTE, "59 min ago"],
  [HOUR, "1 h ago"],
  [DAY - 1, "23 h ago"],
  [DAY, "1 d ago"],
  [7 * DAY - 1, "6 d ago"],
  [7 * DAY, "8 Mar"],
  [400 * DAY, "8 Feb 2025"],
  [-30_000, "now"],
  [-5 * MINUTE, "in 5 min"],
  [-90 * DAY, "13 Jun"],
])("%i ms ago reads “%s”", (age, words) => {
  expect(relativeTime(new Date(NOW - age), NOW)).toBe(words);
});

test("the exact time names its zone while the reader's is unknown", () => {
  expect(exactTime(new Date(NOW), "UTC")).toBe("15 March 2026 at 12:00 UTC");
});
