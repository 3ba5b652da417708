/** Chances that follow from a seed. */
export interface Chance {
  /** A whole number below a bound. */
  below(bound: number): number;
  /** Whether something with this probability happens. */
  happens(probability: number): boolean;
  /** One of several. */
  of<T>(all: readonly T[]): T;
  /** One of several, in proportion to their weights. */
  weighted<T>(all: readonly T[], weightOf: (one: T) => number): T;
}

/** Mulberry32. */
export function chanceOf(seed: number): Chance {
  let state = Math.imul(seed + 1, 0x9e3779b1) | 0;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const of = <T>(all: readonly T[]) => all[Math.floor(next() * all.length)]!;
  return {
    below: (bound) => Math.floor(next() * bound),
    happens: (probability) => next() < probability,
    of,
    weighted(all, weightOf) {
      let left = next() * all.reduce((sum, one) => sum + weightOf(one), 0);
      return all.find((one) => (left -= weightOf(one)) < 0) ?? of(all);
    },
  };
}
