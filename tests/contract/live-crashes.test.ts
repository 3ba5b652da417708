import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { faultsOf, type Plan, writeThroughCrashes } from "@/tests/load/live/crashes";
import { redisServer, startRedis } from "@/tests/support/redis";

/** The proof kills ten times, while 2,000 messages are written. */
const SHORT = { clients: 5, messages: 150, kills: 2, instances: 2 } as const;

async function expectNothingLost(plan: Plan): Promise<void> {
  const outcome = await writeThroughCrashes({ ...process.env, NODE_ENV: "production" }, plan);
  expect(faultsOf(outcome, plan)).toEqual([]);
  expect(outcome.reconnects).toBeGreaterThan(0);
}

describe("a room delivers every message to every member once, in one order, while its servers are killed", () => {
  test("that share only the database", { timeout: 180_000 }, () => expectNothingLost(SHORT));

  describe.skipIf(!redisServer)("with Redis", () => {
    let redis: Awaited<ReturnType<typeof startRedis>>;
    beforeAll(async () => void (redis = await startRedis()));
    afterAll(() => redis.stop());

    test("that notify each other", { timeout: 180_000 }, () => expectNothingLost({ ...SHORT, redisUrl: redis.url }));
  });
});
