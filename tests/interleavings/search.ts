import fc, { type RunDetails } from "fast-check";
import type { Fault } from "@/tests/support/changed-statements";
import { plans } from "./plans";
import { type Plan, runPlan } from "./run";
import { tell } from "./schedule";
import type { Stage } from "./world";

/** How to look for plans that go wrong. */
export interface Search {
  seed: number;
  runs: number;
  fault?: Fault;
  /** Whether to look for the smallest plan that goes wrong in the same way. By default it does. */
  shrinks?: boolean;
  onRun?(): void;
}

/** Runs plans that follow from a seed until one goes wrong. */
export function search(
  stage: Stage,
  { seed, runs, fault, shrinks = true, onRun }: Search,
): Promise<RunDetails<[Plan]>> {
  const property = fc.asyncProperty(plans, async (plan) => {
    onRun?.();
    const { story, problems } = await runPlan(stage, plan, fault);
    if (problems.length > 0) throw new Error(`${problems.join("\n")}\n\n${tell(story)}`);
  });
  return Promise.resolve(fc.check(property, { seed, numRuns: runs, endOnFailure: !shrinks }));
}
