import { hammer, type Measured, type Outgoing } from "./hammer";
import { processorMs } from "./processor-time";

export interface Contestant {
  name: string;
  next: (connection: number) => Outgoing;
  /** The server process, whose processor time is measured. */
  pid?: number;
}

export interface Result extends Measured {
  /** The first contestant's rate in the same round over this one's: the median of the rounds. */
  ratio: number;
  /** Processor time of the server per request, in milliseconds. */
  processorMs: number;
}

const WARM_UP_SECONDS = 1;

/** Measures all contestants in turn, in rounds, so that other load on the machine affects them alike. */
export async function contest(
  contestants: Contestant[],
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<Result[]> {
  for (const { next } of contestants) await hammer(next, { seconds: WARM_UP_SECONDS });
  const measured: Round[][] = [];
  for (let round = 0; round < rounds; round++) {
    const results: Round[] = [];
    for (const contestant of contestants) results.push(await play(contestant, seconds));
    measured.push(results);
  }
  return contestants.map((_, n) => {
    const own = measured.flatMap((results) => results[n] ?? []);
    const of = (key: keyof Round) => median(own.map((result) => result[key]));
    const ratio = median(measured.map((results) => (results[0]?.perSecond ?? NaN) / (results[n]?.perSecond ?? NaN)));
    return {
      requests: of("requests"),
      perSecond: of("perSecond"),
      p50: of("p50"),
      p99: of("p99"),
      processorMs: of("processorMs"),
      ratio,
    };
  });
}

type Round = Omit<Result, "ratio">;

async function play({ next, pid }: Contestant, seconds: number): Promise<Round> {
  const before = pid === undefined ? undefined : processorMs(pid);
  const measured = await hammer(next, { seconds });
  const after = pid === undefined ? undefined : processorMs(pid);
  return { ...measured, processorMs: ((after ?? NaN) - (before ?? NaN)) / measured.requests };
}

export function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN;
}
