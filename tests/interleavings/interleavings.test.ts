import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { FOUND } from "./found";
import { runPlan } from "./run";
import { search } from "./search";
import { failureOf } from "@/tests/support/plan-failure";
import { tell } from "./schedule";
import { openStage, type Stage } from "./world";

/** The proof of interleavings goes on with other seeds. */
const SEED = 20_261_123;
const PLANS = 200;

let stage: Stage;
beforeAll(async () => void (stage = await openStage()));
afterAll(() => stage.close());

describe("acts at the same time, statement by statement, with processes that die", () => {
  test("leave every coin, count, event, delivery and rule of visibility right, whatever their order", async () => {
    expect(failureOf(await search(stage, { seed: SEED, runs: PLANS }))).toBeNull();
  });

  test.each(FOUND)("$showed, and does not any more", async ({ plan }) => {
    const { problems, story } = await runPlan(stage, plan);
    expect(problems, tell(story)).toEqual([]);
  });

  test("happen in the order of a plan: the same plan gives the same story", async () => {
    const { plan } = FOUND[0]!;
    const first = await runPlan(stage, plan);
    const second = await runPlan(stage, plan);
    expect(tell(second.story)).toBe(tell(first.story));
  });
});
