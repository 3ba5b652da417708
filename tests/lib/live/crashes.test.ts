import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { faultsOf, type Plan, writeThroughCrashes } from "@/tests/load/live/crashes";
import { redisServer, startRedis } from "@/tests/support/redis";

/** The proof kills ten times, while 2,000 messages are written. */
const SHORT = { clients: 5, messages: 200, kills: 2 };

async function expectNothingLost(plan: Plan): Promise<void> {
  const outcome = await writeThroughCrashes(plan);
  expect(faultsOf(outcome)).toEqual([]);
  expect(outcome.acknowledged).toHaveLength(plan.messages);
  expect(outcome.reconnects).toBeGreaterThan(0);
}

describe("delivers every acknowledged message to every client once, in one order, across crashes", () => {
  test("by one process", { timeout: 180_000 }, () => expectNothingLost({ ...SHORT, instances: 1 }));
  test("by two that share only the database", { timeout: 180_000 }, () =>
    expectNothingLost({ ...SHORT, instances: 2 }),
  );

  describe.skipIf(!redisServer)("with Redis", () => {
    let redis: Awaited<ReturnType<typeof startRedis>>;
    beforeAll(async () => void (redis = await startRedis()));
    afterAll(() => redis.stop());

    test("by two that notify each other through Redis", { timeout: 180_000 }, () =>
      expectNothingLost({ ...SHORT, instances: 2, redisUrl: redis.url }),
    );
  });
});
