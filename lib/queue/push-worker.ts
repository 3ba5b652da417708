import {
  type ClaimedPush,
  claimPushes,
  prepareClaimed,
  type ReadyPush,
  wait,
} from "@/lib/domain/consequences/push/queue";
import { CLAIMED_AT_ONCE, SHARE_PAUSE_MS } from "@/lib/domain/consequences/push/rules";
import { sendPush } from "@/lib/domain/consequences/push/send";
import { isPushSetUp } from "@/lib/domain/consequences/push/vapid";
import { log, onceAMinute } from "@/lib/infra/log/log";
import { AttemptPermits } from "./attempt-permits";
import { platformContext } from "./platform";
import { RunLoop } from "./run-loop";

const POLL_MS = 1000;

/**
 * Pushes notifications to browsers. What is due is stored in the database, which any number of workers share; what a
 * crashed process was sending is sent again when its claim ends. A push service that is slow takes its own places.
 */
export class PushWorker {
  private readonly loop = new RunLoop(() => this.run().catch(this.reportError));
  private readonly permits = new AttemptPermits();
  private readonly sending = new Set<Promise<void>>();
  private readonly sendingTo = new Map<string, number>();
  /** The push service that was served last, after which the others have their turn. */
  private last = "";
  private isStopping = false;
  private pollTimer?: NodeJS.Timeout;
  private readonly reportError = onceAMinute((error, suppressed) =>
    log.error("push worker failed", { error, suppressed }),
  );

  /** Starts polling, which finds retries, the ends of quiet hours, and what crashed processes left. */
  start(): void {
    this.notify();
    this.pollTimer = setInterval(() => this.notify(), POLL_MS).unref();
  }

  notify(): void {
    if (!this.isStopping && isPushSetUp()) this.loop.request();
  }

  /** Resolves when nothing is due and nothing is being sent. */
  async waitUntilIdle(): Promise<void> {
    do {
      if (!this.loop.isIdle) await this.loop.nextIdle();
      await Promise.all(this.sending);
    } while (!this.loop.isIdle || this.sending.size > 0);
  }

  /** Starts nothing more, and resolves when the pushes in progress are settled. */
  async stop(): Promise<void> {
    this.isStopping = true;
    clearInterval(this.pollTimer);
    await this.waitUntilIdle();
  }

  private async run(): Promise<void> {
    if (!this.permits.areFree) return;
    const after = this.last;
    const request = { limit: CLAIMED_AT_ONCE, sending: this.sendingTo, after };
    const claimed = await claimPushes(platformContext(), request);
    const services = claimed.map(({ service }) => service).toSorted();
    this.last = (claimed.length === CLAIMED_AT_ONCE && services.at(-1)) || "";
    const ready = await prepareClaimed(platformContext(), claimed);
    const refused = ready.filter((push) => !this.send(push));
    await this.postpone(refused);
    if (claimed.length > 0 || after !== "") this.notify();
  }

  /** Sends a push, unless its account is being sent its share. */
  private send(push: ReadyPush): boolean {
    const release = this.permits.tryAcquire(push.userId, () => this.notify());
    if (!release) return false;
    this.count(push, 1);
    const sending: Promise<void> = sendPush(platformContext(), push)
      .catch(this.reportError)
      .finally(() => {
        release();
        this.count(push, -1);
        this.sending.delete(sending);
        this.notify();
      });
    this.sending.add(sending);
    return true;
  }

  private count({ service }: ClaimedPush, change: 1 | -1): void {
    const count = (this.sendingTo.get(service) ?? 0) + change;
    if (count === 0) this.sendingTo.delete(service);
    else this.sendingTo.set(service, count);
  }

  private async postpone(pushes: ReadyPush[]): Promise<void> {
    const ctx = platformContext();
    const until = new Date(ctx.now.getTime() + SHARE_PAUSE_MS);
    await wait(
      ctx,
      pushes.map((push) => ({ push, until })),
    );
  }
}
