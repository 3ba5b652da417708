import { expect, test } from "vitest";
import { QueueFull, Semaphore } from "@/lib/infra/process/semaphore";

/** Work that ends when the test decides. */
function heldWork() {
  const running: (() => void)[] = [];
  const work = () => new Promise<void>((resolve) => running.push(resolve));
  return { running, work };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test("runs as many at once as there are permits, and rejects callers beyond the queue", async () => {
  const semaphore = new Semaphore({ permits: 2, maxQueued: 3 });
  const { running, work } = heldWork();
  const accepted = Array.from({ length: 5 }, () => semaphore.run(work));
  await expect(semaphore.run(work)).rejects.toThrow(QueueFull);
  expect(running).toHaveLength(2);
  for (let done = 0; done < 5; done++) {
    running[done]!();
    await settled();
    expect(running.length).toBe(Math.min(5, done + 3));
  }
  await Promise.all(accepted);
  await semaphore.run(async () => undefined);
});

test("releases the permit of work that fails", async () => {
  const semaphore = new Semaphore({ permits: 1, maxQueued: 0 });
  await expect(semaphore.run(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await semaphore.run(async () => "yes")).toBe("yes");
});

test("dequeues an aborted caller, and never runs its work", async () => {
  const semaphore = new Semaphore({ permits: 1, maxQueued: 1 });
  const { running, work } = heldWork();
  const first = semaphore.run(work);
  const caller = new AbortController();
  const abandoned = semaphore.run(work, caller.signal);
  caller.abort(new Error("hung up"));
  await expect(abandoned).rejects.toThrow("hung up");
  const next = semaphore.run(async () => "next");
  running[0]!();
  await first;
  expect(await next).toBe("next");
  expect(running).toHaveLength(1);
});

test("releases a permit from tryAcquire only once, to the next waiter", async () => {
  const semaphore = new Semaphore({ permits: 1, maxQueued: 1 });
  const release = semaphore.tryAcquire()!;
  expect(semaphore.hasFreePermit).toBe(false);
  expect(semaphore.tryAcquire()).toBeUndefined();
  const { running, work } = heldWork();
  const waiting = semaphore.run(work);
  release();
  release();
  await settled();
  expect(running).toHaveLength(1);
  expect(semaphore.tryAcquire()).toBeUndefined();
  running[0]!();
  await waiting;
  expect(semaphore.hasFreePermit).toBe(true);
});
