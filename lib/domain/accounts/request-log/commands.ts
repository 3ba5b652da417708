import { HOUR_MS, DAY_MS } from "@/lib/domain/kernel/durations";
import { isRetryable } from "@/lib/domain/kernel/retryable";
import { outageOf } from "@/lib/infra/database/errors";
import { env } from "@/lib/infra/environment/env";
import { log, onceAMinute } from "@/lib/infra/log/log";
import { metrics } from "@/lib/infra/log/metrics";
import { outsideRequest } from "@/lib/infra/log/tracing";
import { processWide } from "@/lib/infra/process/process-wide";
import { onShutdownEnd } from "@/lib/infra/process/shutdown";
import { currentSandbox } from "@/lib/infra/sandbox/scope";
import { MAX_BUFFERED, MAX_LISTED_PER_HOUR, WRITE_BATCH, WRITE_INTERVAL_MS, REQUEST_RETENTION_DAYS } from "./rules";
import { retryConflicts, read, type VisitorContext, write } from "@/lib/domain/kernel/context";
import { preparedWrite } from "@/lib/infra/database/db";
import { sql, literal } from "@/lib/infra/database/sql";

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

/** Logs a request. On hosts that stop a process between requests, writes it before that; else later, with others. */
export function logRequest(entry: RequestEntry, waitUntil: (job: () => Promise<unknown>) => void): void {
  if (currentSandbox()) return waitUntil(() => writeRequests([entry]));
  buffer().add(entry);
  if (env().vercel) waitUntil(flushRequestLog);
}

export async function flushRequestLog(): Promise<void> {
  await buffer().flush();
}

/** A request by a live key. Contains nothing that the client sent. */
export interface RequestEntry {
  id: string;
  /** Unix milliseconds: serializing a date would cost as much as all other fields. */
  createdAtMs: number;
  /** The account or app whose log contains it. */
  userId: string;
  /** The key or grant; in the log of an app, the app. */
  keyId: string;
  /** Method and path of the operation as declared; null if there is none. */
  operation: string | null;
  status: number;
  error: string | null;
  durationMs: number;
  requestBytes: number | null;
  responseBytes: number;
  /** How many requests it represents. */
  times: number;
  /** Beyond the account's limit of listed requests: only counted. */
  isUnlisted?: true;
}

/**
 * Writes a batch, and counts those of its rows that are new, so that it can be written again if it is unknown whether
 * it was. Unlisted requests are counted each time. Counts are updated in the order of their key, so that concurrent
 * processes do not deadlock.
 */
export async function writeRequests(entries: readonly RequestEntry[]): Promise<void> {
  await retryConflicts(() =>
    preparedWrite(
      "requestLog.write",
      sql`
      WITH entry AS (
        SELECT to_timestamp("createdAtMs" / 1000) AS "createdAt", *
          FROM json_to_recordset(${JSON.stringify(entries)}::json) entry(
            "userId" text, "createdAtMs" float8, id text, "keyId" text, operation text, status smallint,
            error text, "durationMs" real, "requestBytes" int, "responseBytes" int, times int, "isUnlisted" boolean)),
      inserted AS (
        INSERT INTO "ApiRequest" ("userId", "createdAt", id, "keyId", operation, status, error, "durationMs",
                                  "requestBytes", "responseBytes", times)
        SELECT "userId", "createdAt", id, "keyId", operation, status, error, "durationMs",
               "requestBytes", "responseBytes", times
          FROM entry WHERE "isUnlisted" IS NULL
        ON CONFLICT DO NOTHING
        RETURNING "userId", "createdAt", "keyId", error, times)
      INSERT INTO "ApiRequestCount" ("userId", hour, "keyId", error, requests)
      SELECT "userId", date_trunc('hour', "createdAt", 'UTC') AS hour, "keyId", COALESCE(error, '') AS code, sum(times)
        FROM (SELECT * FROM inserted UNION ALL
              SELECT "userId", "createdAt", "keyId", error, times FROM entry WHERE "isUnlisted") request
       GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
      ON CONFLICT ("userId", hour, "keyId", error)
        DO UPDATE SET requests = "ApiRequestCount".requests + excluded.requests`,
    ),
  );
}

/** Rows per statement, so that locks are held briefly. */
const BATCH = 1000;

/**
 * Deletes the logged requests of closed accounts. Closing does not: it would wait for millions of rows, which nobody
 * reads any more.
 */
export async function deleteLoggedRequestsOfClosed(ctx: VisitorContext): Promise<void> {
  const since = new Date(ctx.now.getTime() - (REQUEST_RETENTION_DAYS + 1) * DAY_MS);
  const closed = await read<{ userId: string }>(ctx, "requests.ofClosed")`
    SELECT c."userId" FROM "ClosedAccount" c WHERE c."closedAt" > ${since}
    AND (EXISTS (SELECT FROM "ApiRequestCount" r WHERE r."userId" = c."userId")
      OR EXISTS (SELECT FROM "ApiRequest" r WHERE r."userId" = c."userId"))`;
  for (const { userId } of closed) {
    await write(ctx, "requests.deleteCountsOfClosed")`DELETE FROM "ApiRequestCount" WHERE "userId" = ${userId}`;
    const statement = sql`
      WITH old AS (SELECT "createdAt", id FROM "ApiRequest" WHERE "userId" = ${userId} LIMIT ${literal(BATCH)}
                     FOR UPDATE SKIP LOCKED)
      DELETE FROM "ApiRequest" r USING old
       WHERE r."userId" = ${userId} AND r."createdAt" = old."createdAt" AND r.id = old.id`;
    while ((await write(ctx, "requests.deleteOfClosed")`${statement}`) === BATCH);
  }
}
