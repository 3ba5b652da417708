import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { attempts, RANDOM } from "@/tests/support/random";
import { FOUND } from "./found";
import { runPlan } from "./run";
import { failureOf, search, violations } from "./search";
import { openStage, type Stage } from "./stage";

let stage: Stage;
beforeAll(async () => void (stage = await openStage()));
afterAll(() => stage.close());

/** For thousands of plans on a busy machine. */
const TIMEOUT_MS = 3_600_000;

describe("while the connections to the database fail in every way", { timeout: TIMEOUT_MS }, () => {
  test("an act is done once or not at all, and its caller is told the truth, or that it is unknown", async () => {
    const runs = attempts({ few: 60, many: 2000 });
    expect(failureOf(await search(stage, { ...RANDOM, runs }))).toBeNull();
    expect(await violations()).toEqual([]);
  });

  test.each(FOUND)("shows no more that $showed", async ({ plan }) => {
    const { problems, story } = await runPlan(stage, plan);
    expect(problems, story.join("\n")).toEqual([]);
  });
});
