import type { RunDetails } from "fast-check";

/** Says what went wrong: the seed, the smallest plan, and its story. Null if nothing did. */
export function failureOf<Plan>({ failed, seed, counterexample, errorInstance }: RunDetails<[Plan]>): string | null {
  if (!failed) return null;
  return `seed ${seed}\n${JSON.stringify(counterexample?.[0])}\n${(errorInstance as Error).message}`;
}
