import { announceDue } from "@/lib/domain/announcer/announce";
import { log, onceAMinute } from "@/lib/infra/log/log";
import { platformContext } from "./platform";

const POLL_MS = 1000;

/** Announces other people's acts to the accounts they concern, at most a second later (lib/domain/incoming). */
export class Announcer {
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
