import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type Limiter, ProcessLimiter } from "@/lib/infra/limiter/limiter";
import { LibraryLimiter, RedisLimiterStore } from "@/lib/infra/limiter/library-limiter";
import { redisServer, startRedis } from "@/tests/support/redis";

const RECORDED = "redis.recorded.txt";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe("the limiter in this process", () => {
  test("matches a recording of 1,500 operations on a real Redis", async () => {
    await expect(await transcript(new ProcessLimiter())).toMatchFileSnapshot(RECORDED);
  });

  // Also compares with a real server if there is one; otherwise the recording above replaces it.
  test.skipIf(!redisServer)("matches the Redis on this machine", async () => {
    const redis = await startRedis();
    const store = new RedisLimiterStore(redis.url, 2000);
    try {
      await expect(await transcript(new LibraryLimiter(store))).toMatchFileSnapshot(RECORDED);
    } finally {
      store.close();
      await redis.stop();
    }
  });
});

/** Records the answers of a limiter to a fixed sequence of operations at fixed times. */
async function transcript(limiter: Limiter): Promise<string> {
  const random = generator(20_261_121);
  const budgets = [
    { budget: "narrow", rate: { count: 3, seconds: 1 } },
    { budget: "usual", rate: { count: 10, seconds: 60 } },
    { budget: "wide", rate: { count: 40, seconds: 3600 } },
  ];
  const operations = ["spend", "spend", "spend", "spend", "peek", "refund"] as const;
  const lines: string[] = [];
  let now = 1_800_000_000_000;
  for (let step = 0; step < 1500; step++) {
    now += random(2) ? random(100) : random(5000);
    vi.setSystemTime(now);
    const which = random(budgets.length);
    const operation = operations[random(operations.length)] ?? "spend";
    const subject = random(2) ? "ada" : "grace";
    const [answer] = await limiter.apply(operation, [{ ...budgets[which]!, subject }]);
    lines.push(
      `${which} ${operation} ${answer?.allowed ? "yes" : "no"} ${answer?.remaining} ${(answer?.resetAtMs ?? 0) - now}`,
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
