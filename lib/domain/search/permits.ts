import { DomainError } from "@/lib/domain/errors";
import { QueueFull, Semaphore } from "@/lib/infra/process/semaphore";
import { processShare } from "@/lib/infra/process/supervisor";
import { BUSY_RETRY_AFTER_SECONDS, MAX_QUEUED_SEARCHES, SEARCHES_AT_ONCE } from "./rules";

// One for the process: the server's bundles have separate modules.
const shared = globalThis as typeof globalThis & { pegboardSearches?: Semaphore };

/**
 * Runs a search under a semaphore, so that concurrent searches queue and never exhaust the connections that everything
 * else needs.
 * @throws DomainError `unavailable` when too many are waiting
 */
export async function withSearchPermit<T>(search: () => Promise<T>): Promise<T> {
  const searches = (shared.pegboardSearches ??= new Semaphore({
    permits: processShare(SEARCHES_AT_ONCE),
    maxQueued: processShare(MAX_QUEUED_SEARCHES),
  }));
  try {
    return await searches.run(search);
  } catch (error) {
    if (!(error instanceof QueueFull)) throw error;
    throw new DomainError("unavailable", "Too many people are searching at this moment. Try again in a few seconds.", {
      retryAfter: BUSY_RETRY_AFTER_SECONDS,
    });
  }
}
