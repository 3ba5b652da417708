// Slow: its receivers take longer than leases last.
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, test, vi } from "vitest";
import * as settle from "@/lib/domain/consequences/webhooks/delivery/settle";
import { WORKER_LEASE_MS } from "@/lib/domain/consequences/webhooks/rules";
import {
  advanceTime,
  deliveriesOf,
  newOwner,
  publishPost,
  queueDeliveries,
  register,
} from "@/tests/lib/domain/consequences/webhooks/owner";
import { setUpWorkers, until } from "./worker-fixture";

const { createWorker, onCleanUp, receiver } = setUpWorkers();
afterEach(() => void vi.restoreAllMocks());

describe("a worker", () => {
  test(
    "shares a database with other workers: together they make at most eight attempts per endpoint, and none twice",
    { timeout: 60_000 },
    async () => {
      const { url, received, maxConcurrent } = await receiver((response) => void setTimeout(() => response.end(), 3));
      const owner = await newOwner();
      const { id } = await register(owner, url);
      await queueDeliveries(owner, id, 400);
      const workers = Array.from({ length: 4 }, () => createWorker({ pollMs: 10 }));
      for (const each of workers) each.start();
      await until(() => received.length >= 400);
      await Promise.all(workers.map((each) => each.stop()));
      expect(maxConcurrent()).toBeLessThanOrEqual(8);
      expect(new Set(received.map(({ headers }) => headers["webhook-id"])).size).toBe(400);
      expect(received).toHaveLength(400);
    },
  );

  test("claims only overdue deliveries beside another driver", async () => {
    const { url, received } = await receiver();
    const owner = await newOwner();
    const { id } = await register(owner, url);
    await publishPost(owner);
    const worker = createWorker({ overdueMs: 60_000 });
    await worker.poll();
    await worker.waitUntilIdle();
    expect(received).toEqual([]);
    await advanceTime(id, 61_000);
    await worker.poll();
    await worker.waitUntilIdle();
    expect(received).toHaveLength(1);
    expect((await deliveriesOf(id))[0]).toMatchObject({ status: "delivered" });
  });

  test(
    "renews its lease while an attempt takes long, so that no other worker sends it",
    { timeout: 60_000 },
    async () => {
      const { url, received } = await receiver(
        (response) => void setTimeout(() => response.end(), WORKER_LEASE_MS + 2000),
      );
      const owner = await newOwner();
      const { id } = await register(owner, url);
      await publishPost(owner);
      const workers = [createWorker({ pollMs: 100 }), createWorker({ pollMs: 100 })];
      for (const each of workers) each.start();
      await until(async () => (await deliveriesOf(id))[0]!.status === "delivered");
      expect(received).toHaveLength(1);
    },
  );

  test.each([
    ["ahead", 3_600_000],
    ["back", -3_600_000],
  ])("sends nothing twice and nothing late when a machine's clock jumps %s by an hour", async (_way, ms) => {
    const { url, received } = await receiver((response) => void setTimeout(() => response.end(), 300));
    const owner = await newOwner();
    const { id } = await register(owner, url);
    await publishPost(owner, "One");
    const workers = [createWorker({ pollMs: 20 }), createWorker({ pollMs: 20 })];
    for (const each of workers) each.start();
    await until(() => received.length === 1);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ms });
    onCleanUp(() => vi.useRealTimers());
    await publishPost(owner, "Two");
    const arrived = async () => (await deliveriesOf(id)).every(({ status }) => status === "delivered");
    for (let polls = 0; !(await arrived()); polls += 1) {
      expect(polls).toBeLessThan(2000);
      await sleep(10);
    }
    await Promise.all(workers.map((each) => each.stop()));
    expect(received).toHaveLength(2);
  });

  test("sends nothing again after a short outage of the database", async () => {
    const { url, received } = await receiver();
    const owner = await newOwner();
    const { id } = await register(owner, url);
    await publishPost(owner);
    const write = vi
      .spyOn(settle, "settleSuccesses")
      .mockRejectedValueOnce(new Error("The database is unreachable, in this test"));
    createWorker({ pollMs: 20 }).start();
    await until(async () => (await deliveriesOf(id))[0]!.status === "delivered");
    expect(write).toHaveBeenCalledTimes(2);
    expect(received).toHaveLength(1);
  });
});
