import { beforeEach, expect, test, vi } from "vitest";
import { BATCH_AFTER_MS, BATCH_EVERY_MS, createBatches } from "@/components/notifications/batches";

let sent: string[][];
beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  return () => void vi.useRealTimers();
});

test("sends what is seen at once together, each once", () => {
  const batches = createBatches(10, (ids) => sent.push(ids));
  batches.add(["a", "b"]);
  batches.add(["b", "c"]);
  expect(sent).toEqual([]);
  vi.advanceTimersByTime(BATCH_AFTER_MS);
  expect(sent).toEqual([["a", "b", "c"]]);
});

test("sends a batch at most every so often while somebody scrolls, and nothing when nothing was seen", () => {
  const batches = createBatches(200, (ids) => sent.push(ids));
  for (let n = 0; n < 100; n += 1) {
    batches.add([`id ${n}`]);
    vi.advanceTimersByTime(BATCH_EVERY_MS / 20);
  }
  vi.advanceTimersByTime(BATCH_EVERY_MS * 10);
  expect(sent.length).toBeLessThanOrEqual(7);
  expect(sent.flat()).toHaveLength(100);
});

test("sends at most so many in one request, and the rest when the list is left", () => {
  const batches = createBatches(2, (ids) => sent.push(ids));
  batches.add(["a", "b", "c"]);
  batches.flush();
  expect(sent).toEqual([["a", "b"], ["c"]]);
  batches.flush();
  vi.advanceTimersByTime(BATCH_EVERY_MS);
  expect(sent).toHaveLength(2);
});
