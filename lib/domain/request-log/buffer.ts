import { HOUR_MS } from "@/lib/domain/durations";
import { isRetryable } from "@/lib/domain/retryable";
import { outageOf } from "@/lib/infra/database/errors";
import { env } from "@/lib/infra/environment/env";
import { log, onceAMinute } from "@/lib/infra/log/log";
import { metrics } from "@/lib/infra/log/metrics";
import { outsideRequest } from "@/lib/infra/log/tracing";
import { processWide } from "@/lib/infra/process/process-wide";
import { onShutdownEnd } from "@/lib/infra/process/shutdown";
import { currentSandbox } from "@/lib/infra/sandbox/scope";
import { type RequestEntry, writeRequests } from "./commands";
import { MAX_BUFFERED, MAX_LISTED_PER_HOUR, WRITE_BATCH, WRITE_INTERVAL_MS } from "./rules";

type Write = (entries: readonly RequestEntry[]) => Promise<void>;

/** Requests of this process that have not been written yet. */
export class RequestBuffer {
  private entries: RequestEntry[] = [];
  /** The entries that stand for further requests of the same kind. */
  private readonly counted = new Map<string, RequestEntry>();
  /** How many requests of each account are listed in the current hour. */
  private readonly listed = new Map<string, number>();
  private hour = 0;
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> | undefined;

  constructor(
    private readonly write: Write = writeRequests,
    private readonly maxEntries = MAX_BUFFERED,
    private readonly maxListedPerHour = MAX_LISTED_PER_HOUR,
  ) {}

  get size(): number {
    return this.entries.length;
  }

  /** Adds a request, which is written within a second or so. Drops the oldest if there is no room. */
  add(entry: RequestEntry): void {
    if (this.isCounted(entry)) return;
    this.entries.push(entry);
    this.makeRoom();
    this.timer ??= outsideRequest(() => setTimeout(() => void this.flush(), WRITE_INTERVAL_MS).unref());
  }

  /** Writes all entries. Never rejects: entries that an outage kept from being written are retried. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    while (this.writing) await this.writing;
    if (this.entries.length === 0) return;
    this.writing = this.writeAll().finally(() => (this.writing = undefined));
    await this.writing;
  }

  /**
   * Rejected requests are unlimited, so until the next write those of one key and kind share one row, which describes
   * the first of them. So do requests beyond the limit of the list.
   */
  private isCounted(entry: RequestEntry): boolean {
    const isRejected = entry.error === "rate_limited" || entry.operation === null;
    if (!isRejected && this.isListed(entry)) return false;
    if (!isRejected) entry.isUnlisted = true;
    const kind = `${entry.keyId} ${entry.error} ${entry.isUnlisted}`;
    const first = this.counted.get(kind);
    if (first) first.times += 1;
    else this.counted.set(kind, entry);
    return first !== undefined;
  }

  private isListed({ userId, createdAtMs }: RequestEntry): boolean {
    const hour = Math.floor(createdAtMs / HOUR_MS);
    if (hour > this.hour) {
      this.hour = hour;
      this.listed.clear();
    }
    const listed = (this.listed.get(userId) ?? 0) + 1;
    this.listed.set(userId, listed);
    return listed <= this.maxListedPerHour;
  }

  private async writeAll(): Promise<void> {
    while (this.entries.length > 0) {
      const batch = this.entries.splice(0, WRITE_BATCH);
      this.counted.clear();
      try {
        await this.write(batch);
      } catch (error) {
        report(error);
        if (outageOf(error) === undefined && !isRetryable(error)) {
          metrics.requestLogDropped.inc(batch.length);
          continue;
        }
        this.entries.unshift(...batch);
        this.makeRoom();
        this.timer ??= setTimeout(() => void this.flush(), WRITE_INTERVAL_MS).unref();
        return;
      }
    }
  }

  private makeRoom(): void {
    const excess = this.entries.length - this.maxEntries;
    if (excess <= 0) return;
    // Drops a batch at a time, because each removal from the front moves all later entries.
    const dropped = this.entries.splice(0, Math.max(excess, Math.min(WRITE_BATCH, this.maxEntries >> 3)));
    metrics.requestLogDropped.inc(dropped.length);
  }
}

const report = onceAMinute((error, suppressed) => log.warn("request log not written", { error, suppressed }));

const buffer = processWide("request-log", () => {
  onShutdownEnd(flushRequestLog);
  return new RequestBuffer();
});

/** Logs a request, to be written later. On hosts that stop a process between requests, writes it before that. */
export function logRequest(entry: RequestEntry, waitUntil: (job: () => Promise<unknown>) => void): void {
  if (currentSandbox()) return waitUntil(() => writeRequests([entry]));
  buffer().add(entry);
  if (env().vercel) waitUntil(flushRequestLog);
}

/** Writes all logged requests that have not been written yet. */
export async function flushRequestLog(): Promise<void> {
  await buffer().flush();
}
