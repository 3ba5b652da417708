// Slow: it looks for fourteen mistakes, each in up to a thousand plans.
import { afterAll, beforeAll, expect, test } from "vitest";
import { PLANTED } from "./planted";
import { search } from "./search";
import { openStage, type Stage } from "./stage";

const SEED = 1;
const MOST_PLANS = 1000;
const TIMEOUT_MS = 600_000;

let stage: Stage;
beforeAll(async () => void (stage = await openStage()));
afterAll(() => stage.close());

test.each(PLANTED)("finds that $mistake", { timeout: TIMEOUT_MS }, async ({ plant }) => {
  const { failed } = await plant(() => search(stage, { seed: SEED, runs: MOST_PLANS, shrinks: false }));
  expect(failed).toBe(true);
});
