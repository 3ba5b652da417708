import { afterAll, beforeAll } from "vitest";
import type { ProcessPool } from "@/lib/infra/process/pool";

type AnyPool = Pick<ProcessPool<never, unknown>, "run">;

const shared = globalThis as typeof globalThis & { pegboardPools?: Map<string, AnyPool> };

/** Replaces a process pool for the following tests; without `pool`, restores the product's own. */
export function usePool(name: string, pool?: AnyPool): void {
  const pools = (shared.pegboardPools ??= new Map());
  let former: AnyPool | undefined;
  beforeAll(() => {
    former = pools.get(name);
    replace(pool);
  });
  afterAll(() => replace(former));

  function replace(by: AnyPool | undefined) {
    if (by) pools.set(name, by);
    else pools.delete(name);
  }
}
