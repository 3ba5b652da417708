import { afterAll, beforeAll } from "vitest";
import type { ProcessPool } from "@/lib/infra/process/pool";

type AnyPool = Pick<ProcessPool<never, unknown>, "run">;

const shared = globalThis as typeof globalThis & { pegboardPools?: Map<string, AnyPool> };

/** Has the tests that follow run the jobs of a pool in another one; without one, in the product's own. */
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
