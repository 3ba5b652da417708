import { env } from "@/lib/infra/environment/env";
import { OutageLog } from "@/lib/infra/log/log";
import { metrics } from "@/lib/infra/log/metrics";
import { processShare } from "@/lib/infra/process/supervisor";
import { withTimeout } from "@/lib/infra/timeout";
import { outageOf } from "./errors";
import { BoundedPool, MIN_CONNECTIONS } from "./pool";
import { lagOf, parsePosition, POLL_TIMEOUT_MS, type Position, WAL_STATE, type WalState, type Seen } from "./poll";
import { sendStatement } from "./statement";
import { type Sql, sql } from "./sql";

/** The limit for one read with the wait for a connection. Leaves time to ask the primary instead. */
export const READ_TIMEOUT_MS = 700;
/** A replica that has not reported its position for this long is not read from. */
const FRESH_FOR_MS = 800;
/** While the primary is unavailable, a replica is still tried if it has reported its position within this time. */
const WORTH_TRYING_FOR_MS = 5000;
/** A replica that has replayed nothing for this long while the primary is unavailable has replayed all that it can. */
const SETTLED_AFTER_MS = 2000;
/** A replica is no longer used after this many failed reads in a row, or at once if it cannot be reached. */
const MAX_FAILURES = 5;

/** A statement that checks, in the same round trip as a read, whether the replica may serve it. */
interface Condition {
  name: string;
  statement: Sql;
}

interface ConditionResult {
  mayRead: boolean;
  /** The replica's position, where the caller needs it. */
  lsn: string | null;
}

/** Returns the condition that the replica has replayed the log up to `lsn`. */
export const reached = (lsn: string): Condition => ({
  name: "replica.hasReached",
  statement: sql`
    SELECT pg_is_in_recovery() AND pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn AS "mayRead", NULL AS lsn`,
});

/**
 * Returns the condition that the replica has replayed the log up to `lsn` and everything that it received, or has since
 * been promoted. The last record that a killed primary sent may be incomplete, and is then never replayed.
 * @param hasSettled whether the replica has replayed nothing for a while
 */
export const drained = (lsn: string, hasSettled: boolean): Condition => ({
  name: "replica.isDrained",
  statement: sql`
    SELECT here.lsn >= ${lsn}::pg_lsn
             AND (here."isPromoted" OR COALESCE(pg_last_wal_receive_lsn() <= here.lsn, true)
               OR (${hasSettled}::boolean AND NOT pg_is_wal_replay_paused())) AS "mayRead",
           here.lsn::text AS lsn
      FROM (SELECT NOT pg_is_in_recovery() AS "isPromoted", CASE WHEN pg_is_in_recovery()
              THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_flush_lsn() END AS lsn) here`,
});

/** What is known about the primary that replicas follow. */
export interface FollowedPrimary {
  /** Its positions in the last seconds, newest last. */
  readonly seen: readonly Seen[];
  readonly timeline: number;
  /** When its process started, in milliseconds since the epoch. */
  readonly startedAt: number;
  readonly isUnavailable: boolean;
  /** When the current or last outage began, by `performance.now()`. */
  readonly unavailableSince: number;
}

export interface Answer<Row> {
  rows: Row[];
  /** The replica's position, if the condition returns it. */
  lsn: string | null;
}

export class Replica {
  readonly #pool: BoundedPool;
  readonly #outages: OutageLog;
  /** When it last reported its position, by `performance.now()`; reset by a failure. */
  #heardAt = -Infinity;
  /** The same, but kept after a failure. */
  #followedAt = -Infinity;
  /** The position up to which it has replayed. */
  position: Position = 0n;
  lsn = "0/0";
  /** When its position was last seen to change, by `performance.now()`. */
  #movedAt = -Infinity;
  #startedAt = 0;
  /** The newest timeline whose beginning it has replayed. */
  #timeline = 0;
  /** Reads that failed in a row. */
  #failures = 0;
  /** The position that it must replay before it is read from again: after a crash it may restart from an older one. */
  #floor: Position | undefined;
  #polling: Promise<void> | undefined;
  lagMs = Infinity;

  constructor(
    url: string,
    readonly name: string,
    private readonly primary: FollowedPrimary,
  ) {
    const settings = env().database;
    const poolMax = processShare(settings.poolMax, MIN_CONNECTIONS);
    this.#pool = new BoundedPool(
      { ...settings, url, poolMax },
      { isLive: false, connectionTimeoutMillis: READ_TIMEOUT_MS },
    );
    this.#outages = new OutageLog(`database replica ${name}`);
    this.#pool.on("error", () => this.#markUnusable());
  }

  /** Whether it reported its position just now, follows the newest known primary, and does not lag too far behind. */
  get isUsable(): boolean {
    const isHeard = performance.now() - this.#heardAt < FRESH_FOR_MS;
    const isCurrent = this.#floor === undefined && this.#timeline >= this.primary.timeline;
    return isHeard && isCurrent && this.lagMs <= env().database.maxReplicaLagMs;
  }

  /** Whether it may be tried while the primary is unavailable: each such read is checked by a condition anyway. */
  get isWorthTrying(): boolean {
    return performance.now() - this.#followedAt < WORTH_TRYING_FOR_MS && this.#timeline >= this.primary.timeline;
  }

  get hasSettled(): boolean {
    const { isUnavailable, unavailableSince } = this.primary;
    // Counted from the primary's loss at the earliest: what it sent last may still be about to be replayed.
    return isUnavailable && performance.now() - Math.max(this.#movedAt, unavailableSince) > SETTLED_AFTER_MS;
  }

  /**
   * Reads from the replica. Returns undefined if it does not meet the condition.
   * @throws an Error if the replica fails or does not answer in time
   */
  async read<Row extends object>(
    name: string,
    statement: Sql,
    condition: Condition | undefined,
  ): Promise<Answer<Row> | undefined> {
    try {
      const answer = await this.#send<Row>(name, statement, condition);
      this.#failures = 0;
      return answer;
    } catch (error) {
      // One account's slow search, or a read that replay has cancelled, is no reason to stop using the replica.
      this.#failures += 1;
      if (this.#failures >= MAX_FAILURES || outageOf(error) === "unreachable") this.#markUnusable();
      this.#outages.failed(error);
      throw error;
    }
  }

  #markUnusable(): void {
    this.#heardAt = -Infinity;
    this.#startedAt = 0;
  }

  #send<Row extends object>(name: string, statement: Sql, condition?: Condition): Promise<Answer<Row> | undefined> {
    return new Promise((resolve, reject) => {
      let end = () => {};
      const timer = setTimeout(() => {
        end();
        reject(new Error(`The replica did not answer within ${READ_TIMEOUT_MS} ms.`));
      }, READ_TIMEOUT_MS);
      this.#pool.connect((error, client, release) => {
        if (!client) {
          clearTimeout(timer);
          return reject(error ?? new Error("No connection"));
        }
        let isOver = false;
        const finish = (failure: Error | null, answer?: Answer<Row>) => {
          if (isOver) return;
          isOver = true;
          clearTimeout(timer);
          release(failure ?? undefined);
          if (failure) reject(failure);
          else resolve(answer);
        };
        end = () => finish(new Error("The replica is too slow."));
        let result: ConditionResult | undefined = { mayRead: true, lsn: null };
        if (condition)
          sendStatement<ConditionResult>(client, condition.name, condition.statement, (failure, [row]) => {
            if (failure) finish(failure);
            result = row;
          });
        sendStatement<Row>(client, name, statement, (failure, rows) =>
          finish(failure, result?.mayRead ? { rows, lsn: result.lsn } : undefined),
        );
      });
    });
  }

  /** Asks for its position. Concurrent calls share one poll. */
  poll(): Promise<void> {
    return (this.#polling ??= this.#pollOnce().finally(() => (this.#polling = undefined)));
  }

  async #pollOnce(): Promise<void> {
    let isPrimary = false;
    try {
      const answer = await withTimeout(this.#send<WalState>("replica.progress", WAL_STATE), POLL_TIMEOUT_MS);
      const { isReplica, startedAt, lsn, knownTimeline } = answer!.rows[0]!;
      const { seen, isUnavailable } = this.primary;
      isPrimary = !isReplica && startedAt.getTime() === this.primary.startedAt;
      // It was promoted, or its address is that of a primary. Its data counts only if it followed our primary until
      // that went away.
      if (!isReplica && !(isUnavailable && this.#startedAt !== 0))
        throw new Error("This replica does not follow a primary.");
      if (startedAt.getTime() !== this.#startedAt) this.#floor = seen.at(-1)?.position;
      this.#startedAt = startedAt.getTime();
      this.#timeline = knownTimeline;
      if (lsn !== this.lsn) this.#movedAt = performance.now();
      this.lsn = lsn ?? "0/0";
      this.position = parsePosition(this.lsn);
      if (this.#floor !== undefined && this.position >= this.#floor) this.#floor = undefined;
      this.#heardAt = this.#followedAt = performance.now();
      this.lagMs = lagOf(this.position, seen);
      this.#outages.succeeded();
    } catch {
      this.#markUnusable();
      this.lagMs = Infinity;
    }
    // Where all machines of a cluster are listed, one of them is the primary, which lacks nothing.
    const lagMs = isPrimary ? 0 : this.lagMs;
    metrics.replicaLag.set({ replica: this.name }, Number.isFinite(lagMs) ? lagMs / 1000 : -1);
  }
}
