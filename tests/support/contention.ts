import { env } from "@/lib/infra/environment/env";
import { Semaphore } from "@/lib/infra/process/semaphore";

/**
 * Runs acts that contend with one another, as many at once as the pool has connections. More would compete no harder in
 * the database, but wait longer for a connection than a request may, where other tests take the machine.
 */
export function contend<T>(times: number, act: (index: number) => Promise<T>): Promise<PromiseSettledResult<T>[]> {
  const connections = new Semaphore({ permits: env().database.poolMax, maxQueued: times });
  return Promise.allSettled(Array.from({ length: times }, (_, index) => connections.run(() => act(index))));
}
