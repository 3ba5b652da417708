import { expect, test } from "vitest";
import { keptFor } from "@/lib/infra/kept";

test("what is kept is made once for all who ask at once, and again when its time is over or it failed", async () => {
  const made: number[] = [];
  const value = keptFor(20, async () => {
    made.push(made.length);
    if (made.length === 1) throw new Error("the first fails");
    return made.length;
  });
  expect((await Promise.allSettled([value(), value()])).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await Promise.all([value(), value(), value()])).toEqual([2, 2, 2]);
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(await value()).toBe(3);
});
