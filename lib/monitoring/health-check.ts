import { withTimeout } from "@/lib/infra/timeout";

export type HealthStatus = "ok" | "degraded" | "down";

export interface Finding {
  status: HealthStatus;
  detail?: string;
  [measure: string]: unknown;
}

/** A finding, and how long ago it was made. */
export type Verdict = Finding & { ageMs: number };

const RECHECK_MS = 2000;
/** Balancers ask every few seconds. A check that is no longer requested for this long stops running. */
const WATCHED_FOR_MS = 60_000;

interface HealthCheckOptions {
  /** How long a finding is reused. */
  keptMs: number;
  /** How long a caller waits for a finding. */
  timeoutMs: number;
  /** The finding when an examination takes too long, given when it began (`performance.now()`). */
  whenLate?: (startedAt: number) => Finding;
}

/**
 * Examines one dependency in the background, repeatedly while callers ask for the verdict. A call only returns the last
 * finding, so calls put no load on the dependency. While an examination hangs, no other starts.
 */
export class HealthCheck {
  private last: { finding: Finding; at: number } | undefined;
  private refreshing: Promise<void> | undefined;
  private askedAt = -Infinity;
  private timer: NodeJS.Timeout | undefined;
  private examining: { finding: Promise<Finding>; startedAt: number } | undefined;

  constructor(
    private readonly examine: () => Promise<Finding>,
    private readonly options: HealthCheckOptions,
  ) {}

  async verdict(): Promise<Verdict> {
    this.askedAt = performance.now();
    // There was no call for a while, or the host has frozen this process between requests.
    if (!this.isRecent()) await (this.refreshing ??= this.watch());
    const { finding, at } = this.last!;
    return { ...finding, ageMs: Math.round(performance.now() - at) };
  }

  private isRecent(): boolean {
    if (!this.last) return false;
    const { finding, at } = this.last;
    return performance.now() - at < this.keptMs(finding) + 2 * this.options.timeoutMs;
  }

  /** Refreshes the finding, and again whenever it is too old, until there has been no call for a while. */
  private async watch(): Promise<void> {
    clearTimeout(this.timer);
    await this.refresh().finally(() => (this.refreshing = undefined));
    if (performance.now() - this.askedAt >= WATCHED_FOR_MS) return;
    this.timer = setTimeout(() => void (this.refreshing ??= this.watch()), this.keptMs(this.last!.finding)).unref();
  }

  /** A bad finding is rechecked soon: the problem may be over, or this process itself may have been blocked. */
  private keptMs({ status }: Finding): number {
    const { keptMs } = this.options;
    return status === "ok" ? keptMs : Math.min(keptMs, RECHECK_MS);
  }

  private async refresh(): Promise<void> {
    const { timeoutMs, whenLate } = this.options;
    const { finding, startedAt } = (this.examining ??= this.begin());
    const late = (): Finding => ({
      detail: `no answer in ${timeoutMs} ms`,
      ...(whenLate?.(startedAt) ?? { status: "down" }),
    });
    this.last = { finding: await withTimeout(finding, timeoutMs, late), at: performance.now() };
  }

  private begin() {
    const finding = this.examine()
      .catch((error: unknown): Finding => ({ status: "down", detail: nameOf(error) }))
      .finally(() => (this.examining = undefined));
    return { finding, startedAt: performance.now() };
  }
}

/** Returns an error's name for logs and responses: its message could contain a host name or a password. */
function nameOf(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown };
  return String(code ?? name ?? "error");
}
