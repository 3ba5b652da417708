import fc, { type RunDetails } from "fast-check";
import { createContext, read } from "@/lib/domain/kernel/context";
import type { Violation } from "@/lib/domain/kernel/invariant";
import { auditCoins } from "@/lib/domain/play/coins/audit";
import { joined, literal, sql } from "@/lib/infra/database/sql";
import { INVARIANTS } from "@/scripts/tools/check/sections";
import { type Plan, plans } from "./plans";
import { runPlan } from "./run";
import type { Stage } from "./stage";

export interface Search {
  /** A new one if left out. */
  seed?: number;
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
  return Promise.resolve(
    fc.check(property, { ...(seed !== undefined && { seed }), numRuns: runs, endOnFailure: !shrinks }),
  );
}

/** Says what went wrong: the seed, the smallest plan, and its story. Null if nothing did. */
export function failureOf({ failed, seed, counterexample, errorInstance }: RunDetails<[Plan]>): string | null {
  if (!failed) return null;
  return `seed ${seed}\n${JSON.stringify(counterexample?.[0])}\n${(errorInstance as Error).message}`;
}

/** Returns what `npm run check` would find after all runs: in coins, counts, events and deliveries. */
export async function violations(): Promise<string[]> {
  const ctx = createContext({ actor: null, channel: "session" });
  const rows = await read<Violation>(ctx, "faults.invariants")`${ALL}`;
  const coins = await auditCoins(ctx);
  return [...rows, ...coins.violations].map(({ subject, problem }) => `${subject} ${problem}`);
}

const ALL = joined(
  INVARIANTS.map(
    ({ description, violations }) =>
      sql`SELECT ${literal(`'${description.replaceAll("'", "''")}: '`)} || subject AS subject, problem FROM (${violations}) violation`,
  ),
  " UNION ALL ",
);
