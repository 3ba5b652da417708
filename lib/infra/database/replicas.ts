import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { env } from "@/lib/infra/environment/env";
import { withTimeout } from "@/lib/infra/timeout";
import { DatabaseUnavailable, isUnavailable, noteFailure } from "./health";
import { noteTimeline, parsePosition, POLL_MS, POLL_TIMEOUT_MS, WAL_STATE, type WalState, type Seen } from "./poll";
import { drained, type FollowedPrimary, READ_TIMEOUT_MS, Replica } from "./replica";
import type { Sql } from "./sql";

/** After a longer gap between polls, the primary may have crashed or been replaced unnoticed. */
const GAP_MS = 5000;
/** A primary that has sent no data at all for this long is unavailable for writes as well. */
const SILENT_MS = 1000;
/** Polling stops after this long without a request. What the primary writes after that is unknown if it dies. */
const IDLE_MS = 600_000;
/** How long to wait before asking replicas again that had not replayed everything. */
const REPLAY_WAIT_MS = 20;
/** How long replicas are tried while no other server can answer. People wait meanwhile. */
const REPLICA_ONLY_TIMEOUT_MS = 3000;

/** How the primary is polled. */
export interface Primary {
  read<Row extends object>(name: string, statement: Sql): Promise<Row[]>;
  /** Whether requests are waiting for a connection. */
  isBusy(): boolean;
  /** The same as `read`, on another connection. */
  readBeside<Row extends object>(statement: Sql): Promise<Row[]>;
  /** Considers it unavailable if no data has come from it since `moment` (`performance.now()`). */
  noteSilence(moment: number): void;
}

/** Runs a function outside any request's context. */
const runOutsideRequest = AsyncLocalStorage.snapshot();

export class Replicas implements FollowedPrimary {
  readonly #replicas: readonly Replica[];
  readonly seen: Seen[] = [];
  /** The primary's timeline at the last poll. */
  #timeline = 0;
  /** The newest timeline with a write by this process: a replica still on an older one lacks that write. */
  #writtenTimeline = 0;
  /** Whether the primary did not answer the last poll. */
  isUnavailable = false;
  unavailableSince = -Infinity;
  /** The position that every replica must reach: after an outage, accounts' earlier positions are not known. */
  #floor: Seen | undefined;
  /** The position up to which this process knows that the primary wrote or, during an outage, that reads returned. */
  #known: Pick<Seen, "position" | "lsn"> | undefined;
  startedAt = 0;
  /** When the primary was last polled, by `performance.now()`. */
  #polledAt = -Infinity;
  #polling: Promise<void> | undefined;
  #askedAt = performance.now();
  #timer: NodeJS.Timeout | undefined;
  /** Rejects reads of the primary that are still pending when it becomes unavailable. */
  readonly #waiting = new Set<(error: Error) => void>();

  constructor(
    urls: readonly string[],
    private readonly primary: Primary,
  ) {
    this.#replicas = urls.map((url, index) => new Replica(url, String(index + 1), this));
  }

  /** Keeps polling going. It stops `IDLE_MS` after the last call. */
  keepPolling(): void {
    this.#askedAt = performance.now();
    if (this.#timer) return;
    // Outside the request's context: otherwise every poll would appear in its trace and log.
    runOutsideRequest(() => {
      this.#timer = setInterval(() => this.#poll(), POLL_MS).unref();
      this.#poll();
    });
  }

  get isPrimaryUnavailable(): boolean {
    return this.isUnavailable || isUnavailable();
  }

  async recheckPrimaryUnavailable(): Promise<boolean> {
    await this.#pollPrimary();
    return this.isPrimaryUnavailable;
  }

  /**
   * Awaits a read of the primary.
   * @throws DatabaseUnavailable as soon as the primary is known to be unavailable
   */
  rejectWhenUnavailable<T>(reading: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const leave = () => this.#waiting.delete(reject);
      this.#waiting.add(reject);
      reading.then(resolve, reject).finally(leave);
    });
  }

  /** Returns the replica of an account. While usable it is always the same one, so reads never go back in time. */
  of(accountId: string): { replica: Replica; after: string | null } | undefined {
    const replica = this.#replicas[hashOf(accountId) % this.#replicas.length];
    if (!replica?.isUsable) return undefined;
    const floor = this.#floor;
    return { replica, after: !floor || replica.position >= floor.position ? null : floor.lsn };
  }

  /**
   * Reads while the primary is unavailable, from a replica that has replayed all that it received and all that this
   * process knows the primary to have written. Returns undefined if there is none.
   * @param subject hashed to choose among several replicas
   * @param after another position that the replica must have reached
   */
  async readFromReplica<Row extends object>(
    subject: string,
    { name, statement, after }: { name: string; statement: Sql; after: string | null },
  ): Promise<Row[] | undefined> {
    // If the primary is only slow, the caller asks it afterwards.
    const deadline = performance.now() + (isUnavailable() ? REPLICA_ONLY_TIMEOUT_MS : READ_TIMEOUT_MS);
    for (;;) {
      const candidates = this.#replicasFor(subject).filter(({ isWorthTrying }) => isWorthTrying);
      candidates.sort((a, b) => Number(b.isUsable) - Number(a.isUsable));
      for (const replica of candidates) {
        const known = this.#known;
        if (!known || performance.now() - this.#polledAt > GAP_MS) return undefined;
        const least = after !== null && parsePosition(after) > known.position ? after : known.lsn;
        const answer = await replica
          .read<Row>(name, statement, drained(least, replica.hasSettled))
          .catch(() => undefined);
        if (!answer) continue;
        // Later reads must not use a replica that is further behind.
        this.noteWritten(answer.lsn);
        return answer.rows;
      }
      if (candidates.length === 0 || (performance.now() > deadline && !this.#forgetLostWrites())) return undefined;
      await sleep(REPLAY_WAIT_MS);
    }
  }

  /**
   * Lowers the known position to that of the furthest replica: once the primary is gone, what it flushed but did not
   * send is lost. A synchronous standby has everything that was acknowledged.
   * @returns whether anything was lost
   */
  #forgetLostWrites(): boolean {
    const [furthest] = this.#replicas
      .filter(({ isWorthTrying }) => isWorthTrying)
      .sort((a, b) => Number(b.position > a.position) - Number(b.position < a.position));
    if (!furthest || !this.#known || furthest.position >= this.#known.position || !isUnavailable()) return false;
    this.#known = { position: furthest.position, lsn: furthest.lsn };
    return true;
  }

  get timeline(): number {
    return Math.max(this.#timeline, this.#writtenTimeline);
  }

  /** Records the position up to which the primary has written, as returned with a write or a read. */
  noteWritten(lsn: string | null | undefined, timeline = 0): void {
    this.#writtenTimeline = Math.max(this.#writtenTimeline, timeline);
    const known = this.#known;
    if (!lsn || !known || lsn === known.lsn) return;
    const position = parsePosition(lsn);
    if (position > known.position) this.#known = { position, lsn };
  }

  /** Returns the replicas, the account's own first. */
  #replicasFor(subject: string): Replica[] {
    const first = hashOf(subject) % this.#replicas.length;
    return [...this.#replicas.slice(first), ...this.#replicas.slice(0, first)];
  }

  #poll(): void {
    void this.#pollPrimary();
    for (const replica of this.#replicas) void replica.poll();
    if (performance.now() - this.#askedAt < IDLE_MS) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #pollPrimary(): Promise<void> {
    return (this.#polling ??= this.#pollOnce().finally(() => (this.#polling = undefined)));
  }

  async #pollOnce(): Promise<void> {
    const startedAt = performance.now();
    if (startedAt - this.#polledAt > GAP_MS) this.#known = undefined;
    this.#polledAt = startedAt;
    try {
      const [row] = await this.#walState();
      if (!row?.lsn || row.timeline === null) throw new DatabaseUnavailable("The primary follows another server.");
      if (row.knownTimeline < row.timeline)
        await withTimeout(this.primary.read("replicas.timeline", noteTimeline(row.timeline)), POLL_TIMEOUT_MS);
      this.#record(startedAt, row as WalState & { lsn: string; timeline: number });
    } catch {
      this.#markUnavailable();
    }
  }

  /** If this times out while requests wait, polls on another connection: a busy primary must not seem unavailable. */
  #walState(): Promise<WalState[]> {
    return withTimeout(this.primary.read<WalState>("replicas.primary", WAL_STATE), POLL_TIMEOUT_MS).catch(
      (error: unknown) => {
        if (error instanceof DatabaseUnavailable || !this.primary.isBusy()) throw error;
        return withTimeout(this.primary.readBeside<WalState>(WAL_STATE), POLL_TIMEOUT_MS);
      },
    );
  }

  #record(at: number, { lsn, startedAt, timeline }: WalState & { lsn: string; timeline: number }): void {
    const seen = { at, lsn, position: parsePosition(lsn) };
    const last = this.seen.at(-1);
    const isAnother = timeline !== this.#timeline;
    // Positions are not comparable across timelines.
    if (isAnother) this.seen.length = 0;
    if (isAnother || this.isUnavailable || !last || at - last.at > GAP_MS || startedAt.getTime() !== this.startedAt)
      this.#floor = seen;
    // Takes the position of the previous poll: what was flushed just now may not have been sent yet, and would reach no
    // replica if the primary died.
    if (isAnother || !this.#known) this.#known = seen;
    else this.noteWritten(last?.lsn);
    this.#timeline = timeline;
    this.startedAt = startedAt.getTime();
    this.isUnavailable = false;
    this.seen.push(seen);
    const kept = at - 2 * env().database.maxReplicaLagMs;
    while (this.seen.length > 1 && this.seen[0]!.at < kept) this.seen.shift();
  }

  #markUnavailable(): void {
    if (!this.isUnavailable) this.unavailableSince = performance.now();
    this.isUnavailable = true;
    this.primary.noteSilence(performance.now() - SILENT_MS);
    if (this.#waiting.size === 0) return;
    noteFailure();
    const error = new DatabaseUnavailable("The database is unavailable.");
    for (const reject of this.#waiting) reject(error);
    this.#waiting.clear();
  }
}

/** A hash that is the same in every process and instance. */
function hashOf(text: string): number {
  let hash = 0;
  for (let index = 0; index < text.length; index += 1) hash = (hash * 31 + text.charCodeAt(index)) >>> 0;
  return hash;
}
