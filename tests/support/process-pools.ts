import { afterAll, beforeAll } from "vitest";
import type { ProcessPool } from "@/lib/infra/process/pool";

type AnyPool = Pick<ProcessPool<never, unknown>, "run">;

const shared = globalThis as typeof globalThis & Record<symbol, AnyPool | undefined>;

/** Replaces a process pool for the following tests; without `pool`, restores the product's own. */
export function usePool(name: string, pool?: AnyPool): void {
  const key = Symbol.for(`pegboard.pool.${name}`);
  let former: AnyPool | undefined;
  beforeAll(() => {
    former = shared[key];
    shared[key] = pool;
  });
  afterAll(() => void (shared[key] = former));
}
