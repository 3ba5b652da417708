import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { FOUND } from "./found";
import { runPlan } from "./run";
import { search, violations } from "./search";
import { failureOf } from "@/tests/support/plan-failure";
import { openStage, type Stage } from "./stage";

/** The proof of database faults goes on with other seeds. */
const SEED = 20_261_123;
const PLANS = 60;

let stage: Stage;
beforeAll(async () => void (stage = await openStage()));
afterAll(() => stage.close());

describe("while the connections to the database fail in every way", () => {
  test("an act is done once or not at all, and its caller is told the truth, or that it is unknown", async () => {
    expect(failureOf(await search(stage, { seed: SEED, runs: PLANS }))).toBeNull();
    expect(await violations()).toEqual([]);
  });

  test.each(FOUND)("shows no more that $showed", async ({ plan }) => {
    const { problems, story } = await runPlan(stage, plan);
    expect(problems, story.join("\n")).toEqual([]);
  });
});
