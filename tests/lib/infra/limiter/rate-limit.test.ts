import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { freePort } from "@/scripts/tools/ports";
import { eventually } from "@/tests/support/eventually";
import { redisServer, startRedis } from "@/tests/support/redis";

const written: string[] = [];

beforeEach(() => {
  vi.resetModules();
  for (const kept of ["limiter", "limiter-store", "fallback-limiter"])
    Reflect.deleteProperty(globalThis, Symbol.for(`pegboard.${kept}`));
  vi.stubEnv("DATABASE_URL", "postgresql://nobody@localhost/none");
  vi.stubEnv("NEXTAUTH_SECRET", "for tests alone");
  vi.stubEnv("RATE_LIMIT_BET", "2/60");
  written.length = 0;
  vi.spyOn(process.stderr, "write").mockImplementation((line) => written.push(String(line)) > 0);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

describe("a quota", () => {
  test("appears in both header families, and in Retry-After in seconds", async () => {
    const { quotaHeaders, spend } = await import("@/lib/infra/limiter/rate-limit");
    const first = await spend("bet", "ada", { whenDown: "local" });
    const headers = quotaHeaders([first]);
    expect(headers).toMatchObject({
      "X-RateLimit-Limit": "2",
      "X-RateLimit-Remaining": "1",
      "RateLimit-Policy": '"default";q=2;w=60',
    });
    expect(headers.RateLimit).toMatch(/^"default";r=1;t=\d{1,2}$/);
    expect(Number(headers["X-RateLimit-Reset"])).toBe(first.resetAtSeconds);

    await spend("bet", "ada", { whenDown: "local" });
    const refused = await spend("bet", "ada", { whenDown: "local" });
    expect(refused).toMatchObject({ allowed: false, remaining: 0 });
    expect(refused.retryAfterSeconds).toBeGreaterThanOrEqual(1);
    expect(refused.retryAfterSeconds).toBeLessThanOrEqual(61);
  });

  test("of an IPv6 client is its own, until the quota of its /56 or /48 is spent", async () => {
    const { peek, refund, spend } = await import("@/lib/infra/limiter/rate-limit");
    const local = { whenDown: "local" } as const;
    const spends = async (group: number) =>
      (await spend("bet", `2001:db8:1:${group.toString(16)}::/64`, local)).allowed;
    const from = async (groups: number[]) => Promise.all(groups.map(spends));
    expect(await spend("bet", "2001:db8:1:1::/64", local)).toMatchObject({ limit: 2, remaining: 1 });
    expect((await from([1, 1])).sort()).toEqual([false, true]);
    expect((await from([2, 2, 3, 3, 4, 4, 5, 5])).filter(Boolean), "four times two, in one /56").toHaveLength(6);
    expect(await peek("bet", "2001:db8:1:6::/64", local)).toMatchObject({ allowed: false });
    expect((await from([0x100, 0x101, 0x102, 0x103, 0x200, 0x201, 0x202, 0x203, 0x300])).slice(0, 8)).toEqual(
      Array(8).fill(true),
    );
    expect((await spend("bet", "2001:db8:2:1::/64", local)).allowed, "another /48").toBe(true);
    await refund("bet", "2001:db8:1:5::/64", local);
    expect(await spends(5)).toBe(true);
  });

  test("names a second budget beside the first, and shows the tighter one in the older family", async () => {
    const { quotaHeaders, spend } = await import("@/lib/infra/limiter/rate-limit");
    const quotas = [
      await spend("v1Free", "key", { whenDown: "open" }),
      await spend("images", "key", { whenDown: "local" }),
    ];
    expect(quotaHeaders(quotas)).toMatchObject({
      "X-RateLimit-Limit": "15",
      "X-RateLimit-Remaining": "14",
      "RateLimit-Policy": '"default";q=120;w=60, "images";q=15;w=60',
    });
    expect(quotaHeaders([])).toEqual({});
  });
});

describe("with an unavailable store", () => {
  beforeEach(async () => {
    vi.stubEnv("REDIS_URL", `redis://127.0.0.1:${await freePort()}`);
  });

  test("admits reads, counts writes in the process, and waits for the store once", async () => {
    // Stops the clock, so that the pause after a failure does not end.
    vi.useFakeTimers({ toFake: ["Date"] });
    const { RedisLimiterStore } = await import("@/lib/infra/limiter/library-limiter");
    const questions = [vi.spyOn(RedisLimiterStore.prototype, "evalsha"), vi.spyOn(RedisLimiterStore.prototype, "eval")];
    const { spend } = await import("@/lib/infra/limiter/rate-limit");
    expect(await spend("bet", "ada", { whenDown: "open" })).toMatchObject({ allowed: true, remaining: 2 });
    expect(questions.some(({ mock }) => mock.calls.length > 0)).toBe(true);
    questions.forEach((question) => question.mockClear());
    const writes = [];
    for (let write = 0; write < 3; write++) writes.push((await spend("bet", "ada", { whenDown: "local" })).allowed);
    expect(writes).toEqual([true, true, false]);
    for (const question of questions) expect(question).not.toHaveBeenCalled();
  });

  test("logs the outage once, not for every request", async () => {
    const { spend } = await import("@/lib/infra/limiter/rate-limit");
    await Promise.all(Array.from({ length: 50 }, () => spend("bet", "ada", { whenDown: "open" })));
    expect(written).toHaveLength(1);
    expect(written[0]).toContain('error dependency unavailable {"dependency":"rate limiter store"');
  });
});

describe.skipIf(!redisServer)("when a Redis with counts is lost", () => {
  const spent = async () => {
    const { spend } = await import("@/lib/infra/limiter/rate-limit");
    return (await spend("bet", "ada", { whenDown: "local" })).allowed;
  };

  test("its counts still apply", async () => {
    const redis = await startRedis();
    vi.stubEnv("REDIS_URL", redis.url);
    try {
      expect([await spent(), await spent()]).toEqual([true, true]);
    } finally {
      await redis.kill();
    }
    expect(await spent()).toBe(false);
  });

  test("calls counted during the outage are added to the store when it is back", async () => {
    const redis = await startRedis();
    vi.stubEnv("REDIS_URL", redis.url);
    await redis.kill();
    expect([await spent(), await spent()]).toEqual([true, true]);
    await redis.restart();
    try {
      // Another instance, which does not know the first one's calls until the first has asked the store again.
      await eventually(async () => {
        await spent();
        const { sharedLimiter } = await import("@/lib/infra/limiter/rate-limit");
        const request = { budget: "bet", subject: "ada", rate: { count: 2, seconds: 60 } };
        expect(await sharedLimiter().apply("peek", [request])).toMatchObject([{ allowed: false }]);
      });
    } finally {
      await redis.stop();
    }
  });
});
