import { log, onceAMinute } from "./log";

/** Logs the outage of a dependency, once a minute while it lasts, and its recovery. */
export class OutageLog {
  private since: number | undefined;
  private readonly report;

  constructor(
    private readonly dependency: "rate limiter store" | "file store" | "broadcast" | `database replica ${string}`,
  ) {
    this.report = onceAMinute((error, suppressed) =>
      log.error("dependency unavailable", { dependency, error, suppressed }),
    );
  }

  failed(error: unknown): void {
    this.since ??= performance.now();
    this.report(error);
  }

  succeeded(): void {
    if (this.since === undefined) return;
    log.warn("dependency recovered", {
      dependency: this.dependency,
      downMs: Math.round(performance.now() - this.since),
    });
    this.since = undefined;
  }
}
