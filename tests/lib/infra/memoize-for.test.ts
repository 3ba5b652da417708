import { expect, test } from "vitest";
import { memoizeFor } from "@/lib/infra/memoize-for";

test("computes a value once for concurrent callers, and again when it expired or failed", async () => {
  const made: number[] = [];
  const value = memoizeFor(20, async () => {
    made.push(made.length);
    if (made.length === 1) throw new Error("the first fails");
    return made.length;
  });
  expect((await Promise.allSettled([value(), value()])).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await Promise.all([value(), value(), value()])).toEqual([2, 2, 2]);
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(await value()).toBe(3);
});
