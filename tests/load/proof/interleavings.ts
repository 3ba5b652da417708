import { UserError } from "@/scripts/tools/terminal";
import { PLANTED } from "@/tests/interleavings/planted";
import { failureOf, search } from "@/tests/interleavings/search";
import { openStage, type Stage } from "@/tests/interleavings/world";
import { table } from "../bench/table";
import { progressLine } from "../progress";
import { rehearse } from "../rehearsal";

/** `INTERLEAVINGS` and `INTERLEAVINGS_SEED` change them: a finding is repeated by its seed. */
const RUNS = Number(process.env.INTERLEAVINGS ?? 100_000);
const SEED = Number(process.env.INTERLEAVINGS_SEED ?? 1);
/** A seed that looks through so many plans, so that a finding is repeated within minutes. */
const RUNS_OF_A_SEED = 1000;
const NOT_FOUND = "not found";
const MOST_FOR_A_MISTAKE = 10_000;

/** Acts of several people at once, statement by statement, in a hundred thousand orders; and what finds mistakes. */
export async function prove(): Promise<void> {
  await rehearse(async () => {
    const stage = await openStage();
    try {
      await searchPlans(stage);
      await findPlanted(stage);
    } finally {
      await stage.close();
    }
  });
}

async function searchPlans(stage: Stage): Promise<void> {
  const progress = progressLine();
  let done = 0;
  for (let seed = SEED; done < RUNS; seed++) {
    const runs = Math.min(RUNS_OF_A_SEED, RUNS - done);
    const failure = failureOf(await search(stage, { seed, runs }));
    if (failure) throw new UserError(failure);
    progress("plans", (done += runs), RUNS);
  }
}

async function findPlanted(stage: Stage): Promise<void> {
  const progress = progressLine();
  const lines: string[][] = [];
  for (const { mistake, fault } of PLANTED) {
    let plans = 0;
    const { failed, errorInstance } = await search(stage, {
      seed: 1,
      runs: MOST_FOR_A_MISTAKE,
      fault,
      shrinks: false,
      onRun: () => plans++,
    });
    lines.push([mistake, String(plans), failed ? (errorInstance as Error).message.split("\n")[0]! : NOT_FOUND]);
    progress("mistakes", lines.length, PLANTED.length);
  }
  table(["mistake", "plans", "found by"], lines);
  const missed = lines.filter(([, , by]) => by === NOT_FOUND).map(([mistake]) => mistake);
  if (missed.length > 0) throw new UserError(`Not found: ${missed.join(", ")}`);
}
