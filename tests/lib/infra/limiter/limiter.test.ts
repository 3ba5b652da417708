import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Rate } from "@/lib/infra/environment/variables";
import { Counters, ProcessLimiter, type BudgetAction, rejection } from "@/lib/infra/limiter/limiter";
import { RANDOM } from "@/tests/support/random";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: 1_800_000_000_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A limiter's budget, from which a subject requests one call at a time. */
function budgetOf(rate: Rate, { budget = "test", counters = new Counters() } = {}) {
  const limiter = new ProcessLimiter(counters);
  const ask = (question: BudgetAction) => (subject: string) => limiter.apply(question, [{ budget, subject, rate }])[0]!;
  return { spend: ask("spend"), peek: ask("peek"), refund: ask("refund") };
}

describe("the limiter", () => {
  test("admits as many calls as the rate allows, and rejects the next", () => {
    const limiter = budgetOf({ count: 3, seconds: 60 });
    const left = [];
    for (let call = 0; call < 3; call++) left.push(limiter.spend("ada").remaining);
    expect(left).toEqual([2, 1, 0]);
    expect(limiter.spend("ada")).toMatchObject({ allowed: false, remaining: 0 });
    expect(limiter.spend("grace")).toMatchObject({ allowed: true });
  });

  test("spends nothing on a peek, and returns a refund", () => {
    const limiter = budgetOf({ count: 2, seconds: 60 });
    for (let look = 0; look < 5; look++) expect(limiter.peek("ada").remaining).toBe(2);
    limiter.spend("ada");
    limiter.spend("ada");
    expect(limiter.peek("ada").allowed).toBe(false);
    limiter.refund("ada");
    expect(limiter.peek("ada")).toMatchObject({ allowed: true, remaining: 1 });
  });

  test("tells a rejected call when the next one is admitted, and admits none earlier", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 12 }),
        fc.array(fc.integer({ min: 0, max: 25_000 }), { minLength: 5, maxLength: 60 }),
        (count, pauses) => {
          vi.setSystemTime(1_800_000_000_000);
          const limiter = budgetOf({ count, seconds: 60 });
          for (const pause of pauses) {
            vi.setSystemTime(Date.now() + pause);
            const answer = limiter.spend("ada");
            if (answer.allowed) continue;
            vi.setSystemTime(answer.resetAtMs - 2); // the scripts' floating-point result may be a millisecond early
            expect(limiter.peek("ada").allowed).toBe(false);
            vi.setSystemTime(answer.resetAtMs);
            expect(limiter.spend("ada").allowed).toBe(true);
          }
        },
      ),
      { ...RANDOM, numRuns: 60 },
    );
  });

  test("reports no wait while there is room", () => {
    const request = { budget: "test", subject: "ada", rate: { count: 10, seconds: 60 } };
    expect(rejection(request, { current: 0, previous: 3 }, 1_800_000_000_000).resetAtMs).toBe(1_800_000_000_000);
  });
});

test("spends several budgets in turn, and stops after the first that rejects", () => {
  const limiter = new ProcessLimiter();
  const request = (budget: string, count: number) => ({ budget, subject: "ada", rate: { count, seconds: 60 } });
  const requests = [request("key", 3), request("account", 1), request("operation", 3)];
  expect(limiter.apply("spend", requests).map(({ allowed }) => allowed)).toEqual([true, true, true]);
  expect(limiter.apply("spend", requests).map(({ allowed }) => allowed)).toEqual([true, false]);
  expect(limiter.apply("peek", requests).map(({ remaining }) => remaining)).toEqual([1, 0, 2]);
});

describe("counters in this process", () => {
  test("do not evict other budgets' counters under a flood of subjects", () => {
    const counters = new Counters(1000);
    const [victim, flooded] = ["writePosts", "search"].map((budget) =>
      budgetOf({ count: 1, seconds: 60 }, { budget, counters }),
    );
    victim!.spend("ada");
    for (let subject = 0; subject < 3000; subject++) flooded!.spend(`192.0.2.${subject}`);
    expect(victim!.spend("ada").allowed).toBe(false);
    expect(counters.size).toBeLessThanOrEqual(1001);
  });

  test("stay within their bounds under a flood of subjects", () => {
    const counters = new Counters(1000);
    const { spend } = budgetOf({ count: 5, seconds: 60 }, { counters });
    for (let subject = 0; subject < 5000; subject++) spend(String(subject));
    expect(counters.size).toBeLessThanOrEqual(1000);
  });

  test("are dropped when they expire", () => {
    const counters = new Counters();
    const { spend } = budgetOf({ count: 5, seconds: 1 }, { counters });
    for (let subject = 0; subject < 50; subject++) spend(String(subject));
    vi.setSystemTime(Date.now() + 20_000);
    spend("late");
    expect(counters.size).toBe(1);
  });
});
