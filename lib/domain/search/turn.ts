import { Refusal } from "@/lib/domain/errors";
import { QueueFull, Semaphore } from "@/lib/infra/semaphore";
import { BUSY_RETRY_AFTER_SECONDS, MAX_QUEUED_SEARCHES, SEARCHES_AT_ONCE } from "./rules";

// One for the process: the server's bundles each have modules of their own.
const shared = globalThis as typeof globalThis & { pegboardSearches?: Semaphore };

/**
 * Runs a search once the database works on few others: searches by many at once take turns with each other, and never the
 * connections that everything else needs.
 * @throws Refusal `unavailable` when too many wait already.
 */
export async function inTurn<T>(search: () => Promise<T>): Promise<T> {
  const searches = (shared.pegboardSearches ??= new Semaphore({
    permits: SEARCHES_AT_ONCE,
    maxQueued: MAX_QUEUED_SEARCHES,
  }));
  try {
    return await searches.run(search);
  } catch (error) {
    if (!(error instanceof QueueFull)) throw error;
    throw new Refusal("unavailable", "Too many people are searching at this moment. Try again in a few seconds.", {
      retryAfter: BUSY_RETRY_AFTER_SECONDS,
    });
  }
}
