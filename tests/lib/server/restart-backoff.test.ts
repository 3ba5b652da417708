import { expect, test } from "vitest";
import { RestartBackoff } from "@/lib/server/restart-backoff";

test("what ends is started at once, then ever later, and not a sixth time in a minute", () => {
  const backoff = new RestartBackoff();
  expect([0, 1, 2, 3, 4, 5].map((second) => backoff.next(second * 1000))).toEqual([0, 250, 500, 1000, 2000, undefined]);
});

test("what ends now and then is always started at once", () => {
  const backoff = new RestartBackoff();
  for (let minute = 0; minute < 20; minute += 1) expect(backoff.next(minute * 60_000)).toBe(0);
});
