import { env } from "@/lib/infra/environment/env";
import { OutageLog } from "@/lib/infra/log/outage-log";
import { metrics } from "@/lib/infra/log/metrics";
import { processShare } from "@/lib/infra/process/supervisor";
import { outageOf } from "./errors";
import { BoundedPool, MIN_CONNECTIONS } from "./pool";
import { withTimeout, PROGRESS, type Progress } from "./poll";
import { lagOf, parsePosition, type Position, type Seen } from "./positions";
import { sendStatement } from "./prepared-query";
import { type Sql, sql } from "./sql";

/** Our choice: what a replica may take for one read, with a wait for a connection, before the primary is asked. */
export const READ_TIMEOUT_MS = 700;
/** A replica that has not said for so long how far it is, is not read from. */
const FRESH_FOR_MS = 800;
/** While the primary is away, and nobody else can be asked, one is tried that has said so within this time. */
const TRIED_FOR_MS = 5000;
/** A replica that has replayed nothing for so long while the primary is away has replayed all that it can. */
const SETTLED_AFTER_MS = 2000;
/** It is left after so many reads that it did not answer in time, or at once when it cannot be reached. */
const FAILURES_TO_LEAVE = 5;

/** What a replica has to say of itself before a read, in the same round trip. */
export interface Condition {
  name: string;
  statement: Sql;
}

interface Verdict {
  mayRead: boolean;
  /** How far it is, where it matters. */
  lsn: string | null;
}

/** It has replayed up to there. */
export const reached = (lsn: string): Condition => ({
  name: "replica.hasReached",
  statement: sql`
    SELECT pg_is_in_recovery() AND pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn AS "mayRead", NULL AS lsn`,
});

/**
 * It has replayed up to there, and all that it has received; or it had, and was promoted. The last record that a killed
 * primary sent may be half of one, which is never replayed.
 * @param hasSettled whether it has replayed nothing for a while, though nothing keeps it
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

/** What is known of the primary that replicas follow. */
export interface Followed {
  /** Where it was, in the last seconds. Newest last. */
  readonly seen: readonly Seen[];
  readonly timeline: number;
  readonly isAway: boolean;
  /** By `performance.now()`: since when, or the last time. */
  readonly awaySince: number;
}

export interface Answer<Row> {
  rows: Row[];
  /** How far the replica was, if its condition says so. */
  lsn: string | null;
}

/** A server that follows the primary, and what is known about how far it is. */
export class Replica {
  readonly #pool: BoundedPool;
  readonly #outages: OutageLog;
  /** By `performance.now()`: when it last said how far it is. */
  #heardAt = -Infinity;
  /** The same, also if it has failed since. */
  #followedAt = -Infinity;
  /** Up to where it has replayed. */
  position: Position = 0n;
  lsn = "0/0";
  /** By `performance.now()`: when it was last heard to have moved. */
  #movedAt = -Infinity;
  #startedAt = 0;
  /** The newest timeline whose beginning it has replayed. */
  #timeline = 0;
  /** Reads that failed in a row. */
  #failures = 0;
  /** What it must have replayed to be read from again: after a crash it may first be where it was before. */
  #floor: Position | undefined;
  #polling: Promise<void> | undefined;
  lagMs = Infinity;

  constructor(
    url: string,
    readonly name: string,
    private readonly primary: Followed,
  ) {
    const settings = env().database;
    const poolMax = processShare(settings.poolMax, MIN_CONNECTIONS);
    this.#pool = new BoundedPool(
      { ...settings, url, poolMax },
      { isLive: false, connectionTimeoutMillis: READ_TIMEOUT_MS },
    );
    this.#outages = new OutageLog(`database replica ${name}`);
    this.#pool.on("error", () => this.#lose());
  }

  /**
   * Whether it may be read from: it was heard of just now, follows the newest primary that is known, and is not too far
   * behind.
   */
  get isUsable(): boolean {
    const isHeard = performance.now() - this.#heardAt < FRESH_FOR_MS;
    const isCurrent = this.#floor === undefined && this.#timeline >= this.primary.timeline;
    return isHeard && isCurrent && this.lagMs <= env().database.maxReplicaLagMs;
  }

  /** Whether it may be tried while the primary is away: what it answers has to meet a condition anyway. */
  get isWorthTrying(): boolean {
    return performance.now() - this.#followedAt < TRIED_FOR_MS && this.#timeline >= this.primary.timeline;
  }

  get hasSettled(): boolean {
    const { isAway, awaySince } = this.primary;
    // Not before the primary went: what it sent last may be replayed in the next moment.
    return isAway && performance.now() - Math.max(this.#movedAt, awaySince) > SETTLED_AFTER_MS;
  }

  /**
   * Reads what it has, or returns undefined if it does not meet the condition.
   * @throws an Error if it cannot, in time
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
      // One account's slow search, or a read that replay has cancelled, is no reason to leave it.
      this.#failures += 1;
      if (this.#failures >= FAILURES_TO_LEAVE || outageOf(error) === "unreachable") this.#lose();
      this.#outages.failed(error);
      throw error;
    }
  }

  #lose(): void {
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
        let verdict: Verdict | undefined = { mayRead: true, lsn: null };
        if (condition)
          sendStatement<Verdict>(client, condition.name, condition.statement, (failure, [row]) => {
            if (failure) finish(failure);
            verdict = row;
          });
        sendStatement<Row>(client, name, statement, (failure, rows) =>
          finish(failure, verdict?.mayRead ? { rows, lsn: verdict.lsn } : undefined),
        );
      });
    });
  }

  /** Asks how far it is, once at a time. */
  poll(): Promise<void> {
    return (this.#polling ??= this.#ask().finally(() => (this.#polling = undefined)));
  }

  async #ask(): Promise<void> {
    try {
      const answer = await withTimeout(this.#send<Progress>("replica.progress", PROGRESS));
      const { isReplica, startedAt, lsn, knownTimeline } = answer!.rows[0]!;
      const { seen, isAway } = this.primary;
      // Promoted, or a primary by address. It has what ours had only if it followed that to its end.
      if (!isReplica && !(isAway && this.#startedAt !== 0)) throw new Error("This replica does not follow a primary.");
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
      this.#lose();
      this.lagMs = Infinity;
    }
    metrics.replicaLag.set({ replica: this.name }, Number.isFinite(this.lagMs) ? this.lagMs / 1000 : -1);
  }
}
