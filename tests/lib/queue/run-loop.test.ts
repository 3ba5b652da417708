import { setTimeout as sleep } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { RunLoop } from "@/lib/queue/run-loop";
import { eventually } from "@/tests/support/eventually";

test("runs at once, one run at a time, and coalesces the requests made during a run into one more", async () => {
  const ends: (() => void)[] = [];
  const onIdle = vi.fn();
  const loop = new RunLoop(() => new Promise<void>((resolve) => void ends.push(resolve)), onIdle);
  loop.request();
  expect(ends).toHaveLength(1);
  for (let n = 0; n < 5; n += 1) loop.request();
  await sleep(20);
  expect(ends).toHaveLength(1);
  ends[0]!();
  await eventually(() => expect(ends).toHaveLength(2));
  expect(onIdle).not.toHaveBeenCalled();
  ends[1]!();
  await eventually(() => expect(onIdle).toHaveBeenCalledTimes(1));
  expect(ends).toHaveLength(2);
  expect(loop.isIdle).toBe(true);
});

test("a request made as it becomes idle starts another run", async () => {
  const run = vi.fn(() => Promise.resolve());
  const loop: RunLoop = new RunLoop(run, () => {
    if (run.mock.calls.length < 3) loop.request();
  });
  loop.request();
  await eventually(() => expect(run).toHaveBeenCalledTimes(3));
  await eventually(() => expect(loop.isIdle).toBe(true));
});
