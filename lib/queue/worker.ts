import { attemptDelivery, type CompletedAttempt } from "@/lib/domain/consequences/webhooks/delivery/attempt";
import type { ClaimedDelivery } from "@/lib/domain/consequences/webhooks/delivery/lease";
import { settleAttempt, settleSuccesses } from "@/lib/domain/consequences/webhooks/delivery/settle";
import { log, onceAMinute } from "@/lib/infra/log/log";
import { AttemptPermits } from "./attempt-permits";
import { RENEWAL_MS, WorkerClaims } from "./claims";
import { EndpointQueues } from "./endpoint-queues";
import { platformContext } from "./platform";
import { repeat } from "./repeat";
import { RunLoop } from "./run-loop";

const POLL_MS = 1000;
/** How soon to retry claiming an endpoint that another worker held. */
const CONTENDED_RETRY_MS = 100;

interface WorkerOptions {
  /** Poll only for what has been due for this long: another driver lost it. */
  overdueMs?: number;
  pollMs?: number;
}

/**
 * Drives deliveries in this process: claims them, attempts them and settles the attempts. What is due is stored in the
 * database, which any number of workers share. See lib/queue/README.md for the states and what a crash leaves behind.
 */
export class DeliveryWorker {
  private readonly permits = new AttemptPermits();
  private readonly queues = new EndpointQueues((ownerId) => this.permits.hasShare(ownerId));
  private readonly claims = new WorkerClaims(this.queues);
  private readonly completions = new CompletionBuffer();
  private readonly loop = new RunLoop(
    () => this.guard(() => this.run()),
    () => this.onIdle(),
  );
  private isStopping = false;
  private stopPolling?: () => Promise<void>;
  private renewalTimer?: NodeJS.Timeout;
  private readonly reportError = onceAMinute((error, suppressed) =>
    log.error("webhook worker failed", { error, suppressed }),
  );

  constructor(private readonly options: WorkerOptions = {}) {}

  start(): void {
    this.stopPolling = repeat(() => this.poll(), { everyMs: this.options.pollMs ?? POLL_MS });
  }

  /** Notifies the worker of endpoints for which deliveries were queued. */
  notify(endpointIds: Iterable<string>): void {
    if (this.isStopping) return;
    for (const id of endpointIds) this.queues.notify(id);
    this.renewalTimer ??= setInterval(() => void this.guard(() => this.claims.renew()), RENEWAL_MS).unref();
    this.loop.request();
  }

  /** Finds what is due: retries, deliveries whose notification was lost, and those of crashed processes. */
  async poll(): Promise<void> {
    await this.guard(async () => this.notify(await this.claims.findEndpoints(this.options.overdueMs)));
  }

  /** Resolves when nothing is queued and nothing is being attempted. */
  async waitUntilIdle(): Promise<void> {
    while (!this.loop.isIdle || !this.queues.isEmpty) await this.loop.nextIdle();
  }

  /** Starts nothing more, and resolves when attempts in progress are settled and everything else is released. */
  async stop(): Promise<void> {
    this.isStopping = true;
    void this.stopPolling?.();
    this.loop.request();
    await this.waitUntilIdle();
  }

  /** One round of database work, for all endpoints together. */
  private async run(): Promise<void> {
    this.claims.queueRelease(this.isStopping ? this.queues.close() : this.queues.releaseExpired());
    const released = await this.guard(() => this.claims.releaseQueued());
    if (!this.isStopping) for (const id of released ?? []) this.queues.notify(id);
    await Promise.all([this.settleCompletions(), this.guard(() => this.claim())]);
    await this.guard(() => this.claims.releaseFinishedEndpoints());
  }

  private onIdle(): void {
    if (!this.queues.isEmpty) return;
    clearInterval(this.renewalTimer);
    this.renewalTimer = undefined;
  }

  private async claim(): Promise<void> {
    // Claims nothing while successes wait to be settled, which would otherwise pile up.
    if (this.isStopping || this.completions.hasFresh) return;
    const contended = await this.claims.claim();
    this.startAttempts();
    if (contended.length > 0) setTimeout(() => this.notify(contended), CONTENDED_RETRY_MS).unref();
  }

  private async settleCompletions(): Promise<void> {
    const { retries, fresh } = this.completions.take();
    if (this.completions.hasFresh) this.loop.request();
    for (const { delivery } of fresh) this.queues.settle(delivery);
    for (const attempts of [retries, fresh]) {
      if (attempts.length === 0) continue;
      await this.guard(() =>
        this.completions.settle(attempts, (successes) => settleSuccesses(platformContext(), successes)),
      );
    }
  }

  private startAttempts(): void {
    while (!this.isStopping && this.permits.areFree) {
      const delivery = this.queues.startAttempt();
      if (!delivery) return;
      void this.attempt(delivery);
    }
  }

  private async attempt(delivery: ClaimedDelivery): Promise<void> {
    const { endpointId, ownerId } = delivery;
    const releasePermit = this.permits.tryAcquire(ownerId, () => {
      this.claims.queueRelease(this.queues.release(endpointId));
      this.claims.queueRelease(this.queues.releaseWithoutShare(ownerId));
      this.proceed();
    });
    const attempt = await this.guard(() => attemptDelivery(delivery, new Date()));
    releasePermit?.();
    if (attempt?.outcome.error === null) {
      this.queues.endAttempt(delivery);
      this.completions.add(attempt);
    } else {
      // A failure counts as in progress until it is settled, because it may disable the endpoint.
      const isStillEnabled = attempt && (await this.guard(() => settleAttempt(platformContext(), attempt)));
      if (isStillEnabled === false) this.claims.queueRelease(this.queues.release(endpointId));
      this.queues.settle(delivery);
    }
    this.proceed();
  }

  private proceed(): void {
    this.startAttempts();
    this.loop.request();
  }

  /** Logs an internal error. The delivery is attempted again once its lease has expired. */
  private async guard<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      this.reportError(error);
      return undefined;
    }
  }
}

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
