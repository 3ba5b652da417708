// Slow: it analyses every regular expression of the product.
import { type AttackPattern, check } from "recheck";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { allPatterns } from "./patterns";

/** Limit for one pattern, on a busy machine. */
const TIMEOUT_MS = 60_000;

const distinct = [...new Map(allPatterns().map((pattern) => [`/${pattern.source}/${pattern.flags}`, pattern]))];

async function verdictOf(source: string, flags: string): Promise<string> {
  const verdict = await check(source, flags, { timeout: TIMEOUT_MS, randomSeed: 1 });
  if (verdict.status === "safe") return "safe";
  if (verdict.status === "unknown") return `no verdict: ${verdict.error.kind}`;
  // A result of fuzzing is a guess, and wrong for patterns with many alternatives, so the attack string is timed.
  const isRefuted = verdict.checker === "fuzz" && msOfAttack(new RegExp(source, flags), verdict.attack) < QUICK_MS;
  return isRefuted ? "safe" : verdict.complexity.summary;
}

const ATTACK_LENGTH = 200_000;
/** For an attack string, linear time means about ten milliseconds, quadratic time half a minute. */
const QUICK_MS = 1_000;

function msOfAttack(pattern: RegExp, { pumps, suffix }: AttackPattern): number {
  const pumped = pumps.reduce((sum, { pump }) => sum + pump.length, 0);
  const text = pumps.map(({ prefix, pump }) => prefix + pump.repeat(ATTACK_LENGTH / pumped)).join("") + suffix;
  const from = performance.now();
  text.split(pattern);
  return performance.now() - from;
}

test("finds the product's patterns, including those composed from constants", () => {
  expect(distinct.length).toBeGreaterThan(80);
  const written = distinct.map(([pattern]) => pattern);
  expect(written).toContain("/^[0-9A-Za-z]{36}$/");
  expect(written.find((pattern) => pattern.includes("await") && pattern.includes("?<comment>"))).toBeDefined();
});

test("detects patterns that take quadratic, cubic and exponential time", async () => {
  expect(await verdictOf("\\s+$", "")).toContain("2nd degree");
  expect(await verdictOf("^\\s*#\\s+(.+?)\\s*\\n([^]*)$", "")).toContain("polynomial");
  expect(await verdictOf("^(a|a)*$", "")).toContain("exponential");
});

describe("no pattern takes more than linear time for any input:", () => {
  test.concurrent.each(distinct)(
    "%s",
    async (_, { source, flags, file, line }) => {
      expect(
        await verdictOf(source, flags),
        `${file}:${line} can be made to keep the process busy: anchor it, or use string functions`,
      ).toBe("safe");
    },
    2 * TIMEOUT_MS,
  );

  test.each([z.email(), z.iso.date(), z.iso.datetime()].map((schema) => schema.def.pattern!))(
    "%s, from zod",
    async ({ source, flags }) => {
      expect(await verdictOf(source, flags)).toBe("safe");
    },
  );
});
