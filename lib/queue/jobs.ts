import { announceDue } from "@/lib/domain/announcer/announce";
import { log, onceAMinute } from "@/lib/infra/log/log";
import type { MailWorker } from "./mail-worker";
import { startRetention } from "./retention";
import { startRegularUpkeep } from "./upkeep";
import type { DeliveryWorker } from "./worker";
import { platformContext } from "./platform";

/** The background work that one process of a machine runs: deliveries, letters, announcing, upkeep and retention. */
export class Jobs {
  private state: "waiting" | "running" | "stopped" = "waiting";
  private readonly announcer = new Announcer();
  private readonly stops: (() => void)[] = [];

  constructor(
    private readonly worker: DeliveryWorker,
    private readonly mailWorker: MailWorker,
  ) {}

  get areRunning(): boolean {
    return this.state === "running";
  }

  start(): void {
    if (this.state !== "waiting") return;
    this.state = "running";
    this.worker.start();
    this.mailWorker.start();
    this.announcer.start();
    this.stops.push(startRetention(), startRegularUpkeep());
    // Finds deliveries that were due before the start, and those that an earlier process left behind.
    void this.worker.poll();
  }

  /** Resolves when work in progress has finished. Stopped jobs cannot be started again. */
  async stop(): Promise<void> {
    this.state = "stopped";
    for (const stop of this.stops.splice(0)) stop();
    await Promise.all([this.announcer.stop(), this.worker.stop(), this.mailWorker.stop()]);
  }
}

const POLL_MS = 1000;

/** Announces other people's acts to the accounts they concern, at most a second later (lib/domain/incoming). */
class Announcer {
  private isStopping = false;
  private timer?: NodeJS.Timeout;
  private running: Promise<void> = Promise.resolve();
  private readonly reportError = onceAMinute((error, suppressed) =>
    log.error("announcing failed", { error, suppressed }),
  );

  start(): void {
    this.timer = setTimeout(async () => {
      this.running = announceDue(platformContext(), () => this.isStopping).catch(this.reportError);
      await this.running;
      if (!this.isStopping) this.start();
    }, POLL_MS).unref();
  }

  /** Resolves when the transaction in progress has ended. */
  async stop(): Promise<void> {
    this.isStopping = true;
    clearTimeout(this.timer);
    await this.running;
  }
}
