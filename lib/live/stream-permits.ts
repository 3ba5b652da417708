import { DomainError } from "@/lib/domain/errors";
import { OverloadedError } from "@/lib/infra/process/job-errors";
import { supervisor, workerShare } from "@/lib/infra/process/supervisor";
import { MAX_STREAMS, MAX_STREAMS_PER_ACCOUNT } from "./rules";

export const RETRY_AFTER_SECONDS = 30;

/** Bounds the streams of a process, and those of each account across all workers of the machine. */
export class StreamPermits {
  /** By account, in a process that serves alone. */
  private readonly held = new Map<string, number>();
  private total = 0;

  /**
   * Acquires a permit for one more stream of the account.
   * @throws DomainError `rate_limited` if the account has too many streams, OverloadedError if the process has too many
   */
  async acquire(userId: string): Promise<void> {
    if (this.total >= workerShare(MAX_STREAMS)) throw new OverloadedError("too many live streams", RETRY_AFTER_SECONDS);
    this.total += 1;
    if (await this.acquireOwn(userId)) return;
    this.total -= 1;
    throw new DomainError(
      "rate_limited",
      `You have ${MAX_STREAMS_PER_ACCOUNT} streams open already. Close one of them first.`,
      { retryAfter: RETRY_AFTER_SECONDS },
    );
  }

  release(userId: string): void {
    this.total -= 1;
    const workers = supervisor();
    if (workers) return workers.release(permitOf(userId));
    const left = (this.held.get(userId) ?? 0) - 1;
    if (left > 0) this.held.set(userId, left);
    else this.held.delete(userId);
  }

  private async acquireOwn(userId: string): Promise<boolean> {
    const workers = supervisor();
    if (workers) return workers.acquire(permitOf(userId), MAX_STREAMS_PER_ACCOUNT).catch(() => false);
    const held = this.held.get(userId) ?? 0;
    if (held >= MAX_STREAMS_PER_ACCOUNT) return false;
    this.held.set(userId, held + 1);
    return true;
  }
}

const permitOf = (userId: string) => `streams of ${userId}`;
