import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { ownVariables } from "../variables";
import { median } from "../contest";
import { table } from "../bench/table";
import type { Took } from "./acts";

const ROUNDS = 31;
/** Runs of an act per round: one for each acting account. */
const TIMES = 50;
/**
 * The share of a round's runs that counts as undisturbed, the fastest ones: the slowest of these is the duration of a
 * run.
 */
const UNDISTURBED = 0.25;

export interface Contender {
  name: string;
  url: string;
}

/** What an act costs in the second contender's database, as a multiple of the first one's. */
export interface Cost {
  act: string;
  wall: number;
  processor: number;
}

/**
 * Runs the same acts in two databases in turn, in rounds, so that other load on the machine affects both alike. The
 * ratios are per round, with their median.
 */
export async function compareCosts(contenders: [Contender, Contender]): Promise<Cost[]> {
  const processes = await Promise.all(contenders.map(({ url }) => start(url)));
  try {
    const acts = processes[0]!.acts;
    const taken = new Map<string, Took[][]>();
    for (let round = -1; round < ROUNDS; round += 1) {
      for (const act of acts) {
        const results: Took[] = [];
        for (const n of round % 2 === 0 ? processes.keys() : [...processes.keys()].toReversed())
          results[n] = await processes[n]!.measure(act);
        // The first round warms up caches and plans.
        if (round >= 0) taken.set(act, [...(taken.get(act) ?? []), results]);
      }
    }
    const wallOf = ({ milliseconds }: Took) => milliseconds[Math.floor(UNDISTURBED * TIMES)]!;
    const processorOf = ({ processorMs }: Took) => processorMs / TIMES;
    const medianOf = (act: string, value: (took: Took) => number, n: number) =>
      median(taken.get(act)!.map((results) => value(results[n]!)));
    const ratioOf = (act: string, value: (took: Took) => number) =>
      median(taken.get(act)!.map(([first, second]) => value(second!) / value(first!)));
    table(
      ["milliseconds, of which PostgreSQL's processor", ...contenders.map(({ name }) => name)],
      acts.map((act) => [
        act,
        ...contenders.map(
          (_, n) => `${medianOf(act, wallOf, n).toFixed(2)}, ${medianOf(act, processorOf, n).toFixed(2)}`,
        ),
      ]),
    );
    return acts.map((act) => ({ act, wall: ratioOf(act, wallOf), processor: ratioOf(act, processorOf) }));
  } finally {
    for (const { child } of processes) child.kill();
  }
}

async function start(url: string) {
  const child: ChildProcess = fork(path.join(import.meta.dirname, "acts.ts"), {
    env: { ...(ownVariables(url) as NodeJS.ProcessEnv), DATABASE_POOL_MAX: "1" },
  });
  const [{ acts }] = (await once(child, "message")) as [{ acts: string[] }];
  return {
    child,
    acts,
    async measure(act: string): Promise<Took> {
      child.send({ act, times: TIMES });
      const [took] = (await once(child, "message")) as [Took];
      return took;
    },
  };
}
