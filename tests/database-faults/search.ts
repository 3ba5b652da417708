import fc, { type RunDetails } from "fast-check";
import { createContext, read } from "@/lib/domain/kernel/context";
import { auditCoins } from "@/lib/domain/play/coins/audit";
import { INVARIANTS } from "@/scripts/tools/check/sections";
import { violationsOfAll } from "@/tests/support/invariants";
import { type Plan, plans } from "./plans";
import { runPlan } from "./run";
import type { Stage } from "./stage";

export interface Search {
  seed: number;
  runs: number;
  /** Whether to look for the smallest plan that goes wrong in the same way. By default it does. */
  shrinks?: boolean;
  onRun?(): void;
}

/** Runs plans that follow from a seed until one goes wrong. */
export function search(stage: Stage, { seed, runs, shrinks = true, onRun }: Search): Promise<RunDetails<[Plan]>> {
  const property = fc.asyncProperty(plans, async (plan) => {
    onRun?.();
    const { story, problems } = await runPlan(stage, plan);
    if (problems.length > 0) throw new Error([...problems, "", ...story].join("\n"));
  });
  return Promise.resolve(fc.check(property, { seed, numRuns: runs, endOnFailure: !shrinks }));
}

/** Returns what `npm run check` would find after all runs: in coins, counts, events and deliveries. */
export async function violations(): Promise<string[]> {
  const ctx = createContext({ actor: null, channel: "session" });
  const rows = await read<{ problem: string }>(ctx, "faults.invariants")`${violationsOfAll(INVARIANTS)}`;
  const coins = await auditCoins(ctx);
  return [
    ...rows.map(({ problem }) => problem),
    ...coins.violations.map(({ subject, problem }) => `${subject} ${problem}`),
  ];
}
