import { hammer, type Measured, type Outgoing } from "./hammer";

export interface Contestant {
  name: string;
  next: (connection: number) => Outgoing;
}

export interface Result extends Measured {
  /** The first contestant's rate in the same round over this one's: the median of the rounds. */
  ratio: number;
}

const WARM_UP_SECONDS = 1;

/** Rounds of everybody in turn: what else the machine does meets them all alike. */
export async function contest(
  contestants: Contestant[],
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<Result[]> {
  for (const { next } of contestants) await hammer(next, { seconds: WARM_UP_SECONDS });
  const measured: Measured[][] = [];
  for (let round = 0; round < rounds; round++) {
    const results: Measured[] = [];
    for (const { next } of contestants) results.push(await hammer(next, { seconds }));
    measured.push(results);
  }
  return contestants.map((_, n) => {
    const own = measured.flatMap((results) => results[n] ?? []);
    const of = (key: keyof Measured) => median(own.map((result) => result[key]));
    const ratio = median(measured.map((results) => (results[0]?.perSecond ?? NaN) / (results[n]?.perSecond ?? NaN)));
    return { requests: of("requests"), perSecond: of("perSecond"), p50: of("p50"), p99: of("p99"), ratio };
  });
}

export function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN;
}
