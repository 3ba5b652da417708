import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Limiter } from "@/lib/infra/limiter";
import type { LimiterStore } from "@/lib/infra/limiter-store";
import { MemoryLimiterStore } from "@/lib/infra/limiter-store-memory";
import { RedisLimiterStore } from "@/lib/infra/limiter-store-redis";
import { redisServer, startRedis } from "@/tests/support/redis";

const RECORDED = "limiter-redis.recorded.txt";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe("the limiter's scripts in this process", () => {
  test("match a recording of 1,500 operations on a real Redis", async () => {
    await expect(await transcript(new MemoryLimiterStore())).toMatchFileSnapshot(RECORDED);
  });

  // Also compares with a real server if there is one; elsewhere the recording above stands in for it.
  test.skipIf(!redisServer)("match the Redis on this machine", async () => {
    const redis = await startRedis();
    const store = new RedisLimiterStore(redis.url, 2000);
    try {
      await expect(await transcript(store)).toMatchFileSnapshot(RECORDED);
    } finally {
      store.close();
      await redis.stop();
    }
  });
});

/** Records the same operations at the same moments, whatever the store. */
async function transcript(store: LimiterStore): Promise<string> {
  const random = generator(20_261_121);
  const limiters = [
    new Limiter(store, "narrow", { count: 3, seconds: 1 }),
    new Limiter(store, "usual", { count: 10, seconds: 60 }),
    new Limiter(store, "wide", { count: 40, seconds: 3600 }),
  ];
  const operations = ["spend", "spend", "spend", "spend", "peek", "refund"] as const;
  const lines: string[] = [];
  let now = 1_800_000_000_000;
  for (let step = 0; step < 1500; step++) {
    now += random(2) ? random(100) : random(5000);
    vi.setSystemTime(now);
    const which = random(limiters.length);
    const operation = operations[random(operations.length)] ?? "spend";
    const answer = await limiters[which]?.[operation](random(2) ? "ada" : "grace");
    lines.push(
      `${which} ${operation} ${answer?.allowed ? "yes" : "no"} ${answer?.remaining} ${(answer?.reset ?? 0) - now}`,
    );
  }
  return `${lines.join("\n")}\n`;
}

/** Mulberry32: small, and the same on every machine. */
function generator(seed: number): (below: number) => number {
  return (below) => {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}
