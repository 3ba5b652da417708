import type { CompletedAttempt } from "@/lib/domain/webhooks/delivery/attempt";

/** How many attempts are settled in one statement. Each carries a response of up to `MAX_RESPONSE_BYTES`. */
export const SETTLE_BATCH = 64;

/** Successful attempts that are not settled yet. */
export class CompletionBuffer {
  private fresh: CompletedAttempt[] = [];
  /** Attempts that could not be settled. Settling is retried while their lease certainly holds. */
  private failed: CompletedAttempt[] = [];

  get hasFresh(): boolean {
    return this.fresh.length > 0;
  }

  add(attempt: CompletedAttempt): void {
    this.fresh.push(attempt);
  }

  /** Takes what to settle next: everything that failed before, and a batch of fresh attempts. */
  take(): { retries: CompletedAttempt[]; fresh: CompletedAttempt[] } {
    return {
      retries: this.failed.splice(0).filter(({ delivery }) => delivery.leasedUntilMs > performance.now()),
      fresh: this.fresh.splice(0, SETTLE_BATCH),
    };
  }

  /** Settles attempts that were taken. If that fails, puts them back and rejects. */
  async settle(attempts: CompletedAttempt[], settle: (attempts: CompletedAttempt[]) => Promise<void>): Promise<void> {
    try {
      await settle(attempts);
    } catch (error) {
      this.failed.push(...attempts);
      throw error;
    }
  }
}
