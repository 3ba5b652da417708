// Slow: it looks for each of twenty mistakes through hundreds of plans.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PLANTED } from "./planted";
import { search } from "./search";
import { openStage, type Stage } from "./world";

/** Where the search for mistakes begins. Each was found within a few hundred plans. */
const SEED = 1;
const MOST_PLANS = 10_000;

let stage: Stage;
beforeAll(async () => void (stage = await openStage()));
afterAll(() => stage.close());

describe("a mistake", () => {
  test.each(PLANTED)("is found: $mistake", { timeout: 1_200_000 }, async ({ fault }) => {
    const { failed } = await search(stage, { seed: SEED, runs: MOST_PLANS, fault, shrinks: false });
    expect(failed).toBe(true);
  });
});
