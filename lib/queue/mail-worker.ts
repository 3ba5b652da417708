import { answerPasswordResetRequests } from "@/lib/domain/accounts/lifecycle/recovery";
import { claimLetters, sendClaimed } from "@/lib/domain/accounts/mail/send";
import { isMailSetUp } from "@/lib/domain/accounts/mail/queries";
import { MAX_CONCURRENT_LETTERS } from "@/lib/domain/accounts/mail/rules";
import { log, onceAMinute } from "@/lib/infra/log/log";
import { platformContext } from "./platform";
import { RunLoop } from "./run-loop";

const POLL_MS = 1000;

interface MailWorkerOptions {
  /** Send only letters that have been due for this long (another driver lost them), and those notified of. */
  overdueMs?: number;
}

/**
 * Sends letters in this process, in batches; each letter is claimed, sent and settled. What is due is stored in the
 * database, which any number of workers share. See lib/queue/README.md for what a crash leaves behind.
 */
export class MailWorker {
  private readonly loop = new RunLoop(() => this.run().catch(this.reportError));
  private readonly notified = new Set<string>();
  private isStopping = false;
  private pollTimer?: NodeJS.Timeout;
  private readonly reportError = onceAMinute((error, suppressed) =>
    log.error("mail worker failed", { error, suppressed }),
  );

  constructor(private readonly options: MailWorkerOptions = {}) {}

  /** Starts polling, which finds retries, letters whose notification was lost, and those of crashed processes. */
  start(): void {
    this.notify();
    this.pollTimer = setInterval(() => this.notify(), POLL_MS).unref();
  }

  /** Notifies the worker of letters that were queued, or asks it to look for what is due. */
  notify(letterIds: readonly string[] = []): void {
    if (this.isStopping || !isMailSetUp()) return;
    for (const id of letterIds) this.notified.add(id);
    this.loop.request();
  }

  /** Resolves when nothing is due and nothing is being sent. */
  async waitUntilIdle(): Promise<void> {
    if (!this.loop.isIdle) await this.loop.nextIdle();
  }

  /** Starts nothing more, and resolves when the letters in progress are settled. */
  async stop(): Promise<void> {
    this.isStopping = true;
    clearInterval(this.pollTimer);
    await this.waitUntilIdle();
  }

  private async run(): Promise<void> {
    await answerPasswordResetRequests(platformContext());
    if (this.isStopping) return;
    const letterIds = [...this.notified].slice(0, MAX_CONCURRENT_LETTERS);
    for (const id of letterIds) this.notified.delete(id);
    const { overdueMs } = this.options;
    const letters = await claimLetters(platformContext(), { limit: MAX_CONCURRENT_LETTERS, overdueMs, letterIds });
    const sendings = await Promise.allSettled(letters.map((letter) => sendClaimed(platformContext(), letter)));
    // A letter that could not be settled is sent again when its lease ends.
    for (const sending of sendings) if (sending.status === "rejected") this.reportError(sending.reason);
    if (letters.length === MAX_CONCURRENT_LETTERS || this.notified.size > 0) this.notify();
  }
}
