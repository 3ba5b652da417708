import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { attempts, RANDOM } from "@/tests/support/random";
import { FOUND } from "./found";
import { runPlan } from "./run";
import { failureOf, search } from "./search";
import { tell } from "./schedule";
import { openStage, type Stage } from "./world";

let stage: Stage;
beforeAll(async () => void (stage = await openStage()));
afterAll(() => stage.close());

describe("acts at the same time, statement by statement, with processes that die", () => {
  test("leave every coin, count, event, delivery and rule of visibility right, whatever their order", async () => {
    const seed = RANDOM.seed ?? Math.floor(Math.random() * 2 ** 31);
    expect(failureOf(await search(stage, { seed, runs: attempts({ few: 200, many: 2000 }) }))).toBeNull();
  });

  test.each(FOUND)("$showed, and does not any more", async ({ plan }) => {
    const { problems, story } = await runPlan(stage, plan);
    expect(problems, tell(story)).toEqual([]);
  });

  test("happen in the order of a plan: the same plan gives the same story", async () => {
    const { plan } = FOUND[2]!;
    const first = await runPlan(stage, plan);
    const second = await runPlan(stage, plan);
    expect(tell(second.story)).toBe(tell(first.story));
  });
});
