import { UserError } from "@/scripts/tools/terminal";
import { PLANTED } from "@/tests/database-faults/planted";
import { search, violations } from "@/tests/database-faults/search";
import { failureOf } from "@/tests/support/plan-failure";
import { openStage } from "@/tests/database-faults/stage";
import { findPlanted, searchPlans } from "../plan-search";
import { rehearse } from "../rehearsal";

/** `DATABASE_FAULTS` and `DATABASE_FAULTS_SEED` change them: a finding is repeated by its seed. */
const RUNS = Number(process.env.DATABASE_FAULTS ?? 10_000);
const SEED = Number(process.env.DATABASE_FAULTS_SEED ?? 1);
const RUNS_OF_A_SEED = 500;
const MOST_FOR_A_MISTAKE = 2000;

/** Acts while connections to the database fail, in ten thousand ways; and what finds mistakes. */
export async function prove(): Promise<void> {
  await rehearse(async () => {
    const stage = await openStage();
    try {
      await searchPlans({
        runs: RUNS,
        seed: SEED,
        runsOfSeed: RUNS_OF_A_SEED,
        search: (options) => search(stage, options),
        failureOf,
      });
      const problems = await violations();
      if (problems.length > 0) throw new UserError(problems.join("\n"));
      await findPlanted(PLANTED, MOST_FOR_A_MISTAKE, ({ plant }, options) => plant(() => search(stage, options)));
    } finally {
      await stage.close();
    }
  });
}
