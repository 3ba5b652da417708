import { QueueFull, Semaphore } from "@/lib/infra/process/semaphore";
import { processWide } from "@/lib/infra/process/process-wide";
import { processShare } from "@/lib/infra/process/supervisor";
import { DomainError } from "./errors";

interface Bounds {
  /** On the whole machine: each process has its share. */
  permits: number;
  maxQueued: number;
  message: string;
  retryAfterSeconds: number;
}

/**
 * Bounds how many callers on this machine run at once. A caller whose signal aborts leaves the queue.
 * @throws DomainError `unavailable` when too many are waiting
 */
export function machinePermits(kind: string, { permits, maxQueued, message, retryAfterSeconds }: Bounds) {
  const bounds = () => ({ permits: processShare(permits), maxQueued: processShare(maxQueued) });
  const semaphore = processWide(`${kind}-permits`, () => new Semaphore(bounds()));
  return async <T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> => {
    try {
      return await semaphore().run(work, signal);
    } catch (error) {
      if (!(error instanceof QueueFull) && !signal?.aborted) throw error;
      throw new DomainError("unavailable", message, { retryAfterSeconds });
    }
  };
}
