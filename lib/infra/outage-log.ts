import { log, onceAMinute } from "./log";

/** Logs that a part of the deployment is away, once a minute while it lasts, and that it recovered. */
export class OutageLog {
  private since: number | undefined;
  private readonly report;

  constructor(private readonly part: "rate limiter store" | "file store") {
    this.report = onceAMinute((error, suppressed) => log.error(`${part} is away`, { error, suppressed }));
  }

  failed(error: unknown): void {
    this.since ??= performance.now();
    this.report(error);
  }

  succeeded(): void {
    if (this.since === undefined) return;
    log.warn(`${this.part} recovered`, { awayMs: Math.round(performance.now() - this.since) });
    this.since = undefined;
  }
}
