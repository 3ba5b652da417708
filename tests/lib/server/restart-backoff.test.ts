import { expect, test } from "vitest";
import { RestartBackoff } from "@/lib/server/process-group";

test("a process that ends is restarted at once, then with growing delays, and always again", () => {
  const backoff = new RestartBackoff();
  const delays = Array.from({ length: 40 }, (_, second) => backoff.next(second * 1000));
  expect(delays.slice(0, 6)).toEqual([0, 250, 500, 1000, 2000, 4000]);
  expect(new Set(delays.slice(8))).toEqual(new Set([15_000]));
});

test("a process that ends only now and then is always restarted at once", () => {
  const backoff = new RestartBackoff();
  for (let minute = 0; minute < 20; minute += 1) expect(backoff.next(minute * 60_000)).toBe(0);
});
