import { env } from "@/lib/infra/environment/env";
import { Semaphore } from "@/lib/infra/process/semaphore";

/**
 * Runs acts that contend with one another, with as much concurrency as the pool has connections. More would not
 * increase contention in the database, but on a busy machine could exceed the time that a request may wait for a
 * connection.
 */
export function contend<T>(times: number, act: (index: number) => Promise<T>): Promise<PromiseSettledResult<T>[]> {
  const connections = new Semaphore({ permits: env().database.poolMax, maxQueued: times });
  return Promise.allSettled(Array.from({ length: times }, (_, index) => connections.run(() => act(index))));
}
