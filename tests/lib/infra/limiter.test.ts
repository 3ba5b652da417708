import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Limiter, waitUntilAdmitted } from "@/lib/infra/limiter";
import { MemoryLimiterStore } from "@/lib/infra/limiter-store-memory";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: 1_800_000_000_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

describe("the limiter", () => {
  test("admits as many calls as the rate allows, and rejects the next", async () => {
    const limiter = new Limiter(new MemoryLimiterStore(), "test", { count: 3, seconds: 60 });
    const left = [];
    for (let call = 0; call < 3; call++) left.push((await limiter.spend("ada")).remaining);
    expect(left).toEqual([2, 1, 0]);
    expect(await limiter.spend("ada")).toMatchObject({ allowed: false, remaining: 0 });
    expect(await limiter.spend("grace")).toMatchObject({ allowed: true });
  });

  test("spends nothing on a peek, and returns a refund", async () => {
    const limiter = new Limiter(new MemoryLimiterStore(), "test", { count: 2, seconds: 60 });
    for (let look = 0; look < 5; look++) expect((await limiter.peek("ada")).remaining).toBe(2);
    await limiter.spend("ada");
    await limiter.spend("ada");
    expect((await limiter.peek("ada")).allowed).toBe(false);
    await limiter.refund("ada");
    expect(await limiter.peek("ada")).toMatchObject({ allowed: true, remaining: 1 });
  });

  test("says on a rejection when the next call is admitted, and admits none before", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 12 }),
        fc.array(fc.integer({ min: 0, max: 25_000 }), { minLength: 5, maxLength: 60 }),
        async (count, pauses) => {
          vi.setSystemTime(1_800_000_000_000);
          const limiter = new Limiter(new MemoryLimiterStore(), "test", { count, seconds: 60 });
          for (const pause of pauses) {
            vi.setSystemTime(Date.now() + pause);
            const answer = await limiter.spend("ada");
            if (answer.allowed) continue;
            vi.setSystemTime(answer.reset - 2); // the scripts' floating-point result may be a millisecond early
            expect((await limiter.peek("ada")).allowed).toBe(false);
            vi.setSystemTime(answer.reset);
            expect((await limiter.spend("ada")).allowed).toBe(true);
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  test("reports no wait while there is room", () => {
    expect(waitUntilAdmitted({ current: 0, previous: 3, limit: 10, elapsed: 0, windowMs: 60_000 })).toBe(0);
  });
});

describe("the in-process store", () => {
  test("rejects a script that it does not implement", async () => {
    await expect(new MemoryLimiterStore().evalsha("0".repeat(40), [], [])).rejects.toThrow("not implemented");
  });

  test("implements the scripts that the installed library sends", () => {
    const library = readFileSync(createRequire(import.meta.url).resolve("@upstash/ratelimit"), "utf8");
    for (const name of ["slidingWindowLimitScript", "slidingWindowRemainingTokensScript"]) {
      const script = new RegExp(`var ${name} = \`([^\`]+)\``).exec(library)?.[1] ?? "";
      const hash = createHash("sha1").update(script).digest("hex");
      expect(library).toContain(`hash: "${hash}"`);
      expect(readFileSync("lib/infra/limiter-store-memory.ts", "utf8")).toContain(hash);
    }
  });

  test("keeps other budgets' counters under a flood of subjects", async () => {
    const store = new MemoryLimiterStore(1000);
    const [victim, flooded] = ["writePosts", "search"].map(
      (budget) => new Limiter(store, budget, { count: 1, seconds: 60 }),
    );
    await victim!.spend("ada");
    for (let subject = 0; subject < 3000; subject++) await flooded!.spend(`192.0.2.${subject}`);
    expect((await victim!.spend("ada")).allowed).toBe(false);
    expect(store.size).toBeLessThanOrEqual(1001);
  });

  test("stays within its bounds under a flood of subjects", async () => {
    const store = new MemoryLimiterStore(1000);
    const limiter = new Limiter(store, "test", { count: 5, seconds: 60 });
    for (let subject = 0; subject < 5000; subject++) await limiter.spend(String(subject));
    expect(store.size).toBeLessThanOrEqual(1000);
  });

  test("drops expired counters", async () => {
    const store = new MemoryLimiterStore();
    const limiter = new Limiter(store, "test", { count: 5, seconds: 1 });
    for (let subject = 0; subject < 50; subject++) await limiter.spend(String(subject));
    vi.setSystemTime(Date.now() + 20_000);
    await limiter.spend("late");
    expect(store.size).toBe(1);
  });
});
