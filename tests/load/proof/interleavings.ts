import { PLANTED } from "@/tests/interleavings/planted";
import { search } from "@/tests/interleavings/search";
import { failureOf } from "@/tests/support/plan-failure";
import { openStage } from "@/tests/interleavings/world";
import { findPlanted, searchPlans } from "../plan-search";
import { rehearse } from "../rehearsal";

/** `INTERLEAVINGS` and `INTERLEAVINGS_SEED` change them: a finding is repeated by its seed. */
const RUNS = Number(process.env.INTERLEAVINGS ?? 100_000);
const SEED = Number(process.env.INTERLEAVINGS_SEED ?? 1);
const RUNS_OF_A_SEED = 1000;
const MOST_FOR_A_MISTAKE = 10_000;

/** Acts of several people at once, statement by statement, in a hundred thousand orders; and what finds mistakes. */
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
      await findPlanted(PLANTED, MOST_FOR_A_MISTAKE, ({ fault }, options) => search(stage, { ...options, fault }));
    } finally {
      await stage.close();
    }
  });
}
