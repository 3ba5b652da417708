import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Deadlines } from "@/lib/infra/admission/admission";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
afterEach(() => void vi.useRealTimers());

function watch(ms: number) {
  const late: string[] = [];
  return { late, deadlines: new Deadlines<string>(ms, (item) => late.push(item)) };
}

test("reports each item once, when its own time has passed", () => {
  const { late, deadlines } = watch(100);
  deadlines.add("first");
  vi.advanceTimersByTime(60);
  deadlines.add("second");
  vi.advanceTimersByTime(39);
  expect(late).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(late).toEqual(["first"]);
  vi.advanceTimersByTime(59);
  expect(late).toEqual(["first"]);
  vi.advanceTimersByTime(1000);
  expect(late).toEqual(["first", "second"]);
});

test("does not report items removed in time, and reports those added later", () => {
  const { late, deadlines } = watch(100);
  deadlines.add("quick");
  vi.advanceTimersByTime(10);
  deadlines.remove("quick");
  deadlines.add("slow");
  vi.advanceTimersByTime(99);
  expect(late).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(late).toEqual(["slow"]);
  vi.advanceTimersByTime(500);
  deadlines.add("later");
  vi.advanceTimersByTime(100);
  expect(late).toEqual(["slow", "later"]);
});

test("uses one timer for all items", () => {
  const { deadlines } = watch(100);
  for (let item = 0; item < 50; item++) deadlines.add(String(item));
  expect(vi.getTimerCount()).toBe(1);
});
