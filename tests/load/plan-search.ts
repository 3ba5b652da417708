import type { RunDetails } from "fast-check";
import { UserError } from "@/scripts/tools/terminal";
import { table } from "./bench/table";
import { progressLine } from "./progress";

interface SearchOptions {
  seed: number;
  runs: number;
  shrinks?: boolean;
  onRun?(): void;
}

type Search<Plan> = (options: SearchOptions) => Promise<RunDetails<[Plan]>>;

interface PlanSearch<Plan> {
  /** How many plans to run, and the first of the seeds that they follow from. */
  runs: number;
  seed: number;
  /** A seed that looks through so many plans, so that a finding is repeated within minutes. */
  runsOfSeed: number;
  search: Search<Plan>;
  /** Says what went wrong; null if nothing did. */
  failureOf(details: RunDetails<[Plan]>): string | null;
}

/** Runs plans of one seed after another. @throws UserError with the first that goes wrong */
export async function searchPlans<Plan>(options: PlanSearch<Plan>): Promise<void> {
  const progress = progressLine();
  let done = 0;
  for (let { seed } = options; done < options.runs; seed++) {
    const runs = Math.min(options.runsOfSeed, options.runs - done);
    const failure = options.failureOf(await options.search({ seed, runs }));
    if (failure) throw new UserError(failure);
    progress("plans", (done += runs), options.runs);
  }
}

const NOT_FOUND = "not found";

/** Looks for each planted mistake with seed 1, in at most `runs` plans. @throws UserError unless all are found */
export async function findPlanted<Plan, Planted extends { mistake: string }>(
  planted: readonly Planted[],
  runs: number,
  search: (planted: Planted, options: SearchOptions) => Promise<RunDetails<[Plan]>>,
): Promise<void> {
  const progress = progressLine();
  const lines: string[][] = [];
  for (const each of planted) {
    let plans = 0;
    const { failed, errorInstance } = await search(each, { seed: 1, runs, shrinks: false, onRun: () => plans++ });
    const found = failed ? (errorInstance as Error).message.split("\n")[0]! : NOT_FOUND;
    lines.push([each.mistake, String(plans), found]);
    progress("mistakes", lines.length, planted.length);
  }
  table(["mistake", "plans", "found by"], lines);
  const missed = lines.filter(([, , by]) => by === NOT_FOUND).map(([mistake]) => mistake);
  if (missed.length > 0) throw new UserError(`Not found: ${missed.join(", ")}`);
}
