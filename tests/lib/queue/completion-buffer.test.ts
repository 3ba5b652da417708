import { expect, test } from "vitest";
import type { CompletedAttempt } from "@/lib/domain/consequences/webhooks/delivery/attempt";
import { CompletionBuffer } from "@/lib/queue/worker";

const completed = (leasedForMs = 60_000) =>
  ({ delivery: { leasedUntilMs: performance.now() + leasedForMs } }) as CompletedAttempt;

test("hands out completed attempts in batches, in their order and once", () => {
  const buffer = new CompletionBuffer();
  const all = Array.from({ length: 100 }, () => completed());
  for (const attempt of all) buffer.add(attempt);
  expect(buffer.take()).toEqual({ retries: [], fresh: all.slice(0, 64) });
  expect(buffer.hasFresh).toBe(true);
  expect(buffer.take()).toEqual({ retries: [], fresh: all.slice(64) });
  expect(buffer.hasFresh).toBe(false);
  expect(buffer.take()).toEqual({ retries: [], fresh: [] });
});

test("retries attempts that the database could not settle while their lease is certainly ours", async () => {
  const buffer = new CompletionBuffer();
  const [held, expired] = [completed(), completed(0)];
  const outage = new Error("The database is unreachable");
  await expect(buffer.settle([held, expired], () => Promise.reject(outage))).rejects.toBe(outage);
  expect(buffer.take().retries).toEqual([held]);
  await buffer.settle([held], () => Promise.resolve());
  expect(buffer.take().retries).toEqual([]);
});
