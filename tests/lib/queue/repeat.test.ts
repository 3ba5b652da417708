import { setTimeout as sleep } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { repeat } from "@/lib/queue/repeat";
import { eventually } from "@/tests/support/eventually";

test("repeats work, and never while a run is in progress", async () => {
  const ends: (() => void)[] = [];
  const stop = repeat(() => new Promise<void>((resolve) => void ends.push(resolve)), { everyMs: 5 });
  await eventually(() => expect(ends).toHaveLength(1));
  await sleep(30);
  expect(ends).toHaveLength(1);
  ends[0]!();
  await eventually(() => expect(ends).toHaveLength(2));
  ends[1]!();
  await stop();
});

test("stops at once, and resolves when the run in progress has ended", async () => {
  let end = () => {};
  const work = vi.fn((_isStopping: () => boolean) => new Promise<void>((resolve) => void (end = resolve)));
  const stop = repeat(work, { everyMs: 60_000, firstMs: 1 });
  await eventually(() => expect(work).toHaveBeenCalledTimes(1));
  const [isStopping] = work.mock.calls[0]!;
  expect(isStopping()).toBe(false);
  const stopped = vi.fn();
  const stopping = stop().then(stopped);
  expect(isStopping()).toBe(true);
  await sleep(10);
  expect(stopped).not.toHaveBeenCalled();
  end();
  await stopping;
});

test("does nothing if it is stopped before the first run", async () => {
  const work = vi.fn(() => Promise.resolve());
  await repeat(work, { everyMs: 5 })();
  await sleep(20);
  expect(work).not.toHaveBeenCalled();
});
