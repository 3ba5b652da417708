import { expect, test } from "vitest";
import { exactTime, exactTimeInUtc, relativeTime } from "@/components/ui/relative-time-text";

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

test("the exact time names its zone while the viewer's is unknown", () => {
  expect(exactTimeInUtc(new Date(NOW))).toBe("15 March 2026 at 12:00 UTC");
  expect(exactTimeInUtc(new Date(NOW + 5_000), true)).toBe("15 March 2026 at 12:00:05 UTC");
});

test("the exact time has the same format in the viewer's zone", () => {
  const at = new Date(Date.UTC(2026, 8, 5, 7, 8, 9));
  const inZone = (seconds: boolean) =>
    new Intl.DateTimeFormat("en-GB", {
      dateStyle: "long",
      timeStyle: seconds ? "medium" : "short",
      timeZone: "UTC",
    }).format(at);
  expect(exactTimeInUtc(at)).toBe(`${inZone(false)} UTC`);
  expect(exactTimeInUtc(at, true)).toBe(`${inZone(true)} UTC`);
  expect(exactTime(at)).toContain("September 2026 at ");
});
