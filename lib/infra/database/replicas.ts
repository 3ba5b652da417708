import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { env } from "@/lib/infra/environment/env";
import { DatabaseAway, isAway, noteFailure } from "./health";
import { withTimeout, noteTimeline, POLL_MS, PROGRESS, type Progress } from "./poll";
import { parsePosition, type Seen } from "./positions";
import { drained, type Followed, READ_TIMEOUT_MS, Replica } from "./replica";
import type { Sql } from "./sql";

/** After a longer gap, what happened to the primary meanwhile is not known. */
const GAP_MS = 5000;
/** A primary from which nothing at all has come for so long is away for writes, too. */
const SILENT_MS = 1000;
/** Polling ends when nobody has asked for so long: what a primary wrote then is not known if it dies. */
const IDLE_MS = 600_000;
/** How long a replica that has not replayed all is left alone. */
const REPLAY_MS = 20;
/** Our choice: how long replicas are tried where nobody else can answer. */
const ALONE_MS = 3000;

/** How the primary is asked where it is. */
export interface Primary {
  read<Row extends object>(name: string, statement: Sql): Promise<Row[]>;
  /** Whether requests use all its connections, and more wait for one. */
  isBusy(): boolean;
  /** The same as `read`, on another connection. */
  readBeside<Row extends object>(statement: Sql): Promise<Row[]>;
  /** Considers it away if nothing has come from it since `moment` (`performance.now()`). */
  noteSilence(moment: number): void;
}

/** What no request is around. */
const outside = AsyncLocalStorage.snapshot();

/** The replicas of this deployment, and how far they are. */
export class Replicas implements Followed {
  readonly #replicas: readonly Replica[];
  readonly seen: Seen[] = [];
  /** Of the primary, as it last said in a poll. */
  #timeline = 0;
  /** The newest that a write was answered on: a replica of a former one does not have that write. */
  #writtenTimeline = 0;
  /** Whether the primary did not answer the last poll. */
  isAway = false;
  awaySince = -Infinity;
  /** What every replica must have replayed: what accounts had written before a crash of the primary is not known. */
  #floor: Seen | undefined;
  /** What this process knows the primary to have written, and reads to have shown since it is away. */
  #known: Pick<Seen, "position" | "lsn"> | undefined;
  #primaryStartedAt = 0;
  /** By `performance.now()`: when the primary was last polled. */
  #polledAt = -Infinity;
  #polling: Promise<void> | undefined;
  #askedAt = performance.now();
  #timer: NodeJS.Timeout | undefined;
  /** Reads of the primary that are given up once it is away. */
  readonly #waiting = new Set<(error: Error) => void>();

  constructor(
    urls: readonly string[],
    private readonly primary: Primary,
  ) {
    this.#replicas = urls.map((url, index) => new Replica(url, String(index + 1), this));
  }

  /** Polls for as long as somebody asks. */
  keepPolling(): void {
    this.#askedAt = performance.now();
    if (this.#timer) return;
    // Of no request, in whose trace and log every poll would be.
    outside(() => {
      this.#timer = setInterval(() => this.#poll(), POLL_MS).unref();
      this.#poll();
    });
  }

  /** Whether the primary does not answer, for all that is known now. */
  get isPrimaryAway(): boolean {
    return this.isAway || isAway();
  }

  /** Asks the primary anew, and returns whether it is away. */
  async findsPrimaryAway(): Promise<boolean> {
    await this.#pollPrimary();
    return this.isPrimaryAway;
  }

  /**
   * Returns what a read of the primary returns.
   * @throws DatabaseAway as soon as the primary is known to be away
   */
  unlessAway<T>(reading: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const leave = () => this.#waiting.delete(reject);
      this.#waiting.add(reject);
      reading.then(resolve, reject).finally(leave);
    });
  }

  /** Returns the replica of an account, always the same while it is usable: it never goes back in time. */
  of(accountId: string): { replica: Replica; after: string | null } | undefined {
    const replica = this.#replicas[hashOf(accountId) % this.#replicas.length];
    if (!replica?.isUsable) return undefined;
    const floor = this.#floor;
    return { replica, after: !floor || replica.position >= floor.position ? null : floor.lsn };
  }

  /**
   * Reads while the primary is away, from a replica that has replayed all that it received, and all that this process
   * knows the primary to have written. Returns undefined if there is none.
   * @param subject what chooses among several
   * @param after the position that it must have besides
   */
  async readAlone<Row extends object>(
    subject: string,
    { name, statement, after }: { name: string; statement: Sql; after: string | null },
  ): Promise<Row[] | undefined> {
    // If the primary is only slow, it is asked afterwards.
    const deadline = performance.now() + (isAway() ? ALONE_MS : READ_TIMEOUT_MS);
    for (;;) {
      const candidates = this.#inOrder(subject).filter(({ isWorthTrying }) => isWorthTrying);
      candidates.sort((a, b) => Number(b.isUsable) - Number(a.isUsable));
      for (const replica of candidates) {
        const known = this.#known;
        if (!known || performance.now() - this.#polledAt > GAP_MS) return undefined;
        const least = after !== null && parsePosition(after) > known.position ? after : known.lsn;
        const answer = await replica
          .read<Row>(name, statement, drained(least, replica.hasSettled))
          .catch(() => undefined);
        if (!answer) continue;
        // Nobody reads from another one that has less.
        this.noteWritten(answer.lsn);
        return answer.rows;
      }
      if (candidates.length === 0 || (performance.now() > deadline && !this.#forgetWhatIsLost())) return undefined;
      await sleep(REPLAY_MS);
    }
  }

  /**
   * Once the primary is gone, what it flushed last and did not send is nobody's to show any more: what the furthest
   * replica has is all that there is. A standby that is synchronous has all that was acknowledged.
   * @returns whether there was anything to forget
   */
  #forgetWhatIsLost(): boolean {
    const [furthest] = this.#replicas
      .filter(({ isWorthTrying }) => isWorthTrying)
      .sort((a, b) => Number(b.position > a.position) - Number(b.position < a.position));
    if (!furthest || !this.#known || furthest.position >= this.#known.position || !isAway()) return false;
    this.#known = { position: furthest.position, lsn: furthest.lsn };
    return true;
  }

  get timeline(): number {
    return Math.max(this.#timeline, this.#writtenTimeline);
  }

  /** Notes up to where the primary has written, of which a write's or a read's answer tells. */
  noteWritten(lsn: string | null | undefined, timeline = 0): void {
    this.#writtenTimeline = Math.max(this.#writtenTimeline, timeline);
    const known = this.#known;
    if (!lsn || !known || lsn === known.lsn) return;
    const position = parsePosition(lsn);
    if (position > known.position) this.#known = { position, lsn };
  }

  /** An account's own replica first. */
  #inOrder(subject: string): Replica[] {
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
    return (this.#polling ??= this.#askPrimary().finally(() => (this.#polling = undefined)));
  }

  async #askPrimary(): Promise<void> {
    const startedAt = performance.now();
    if (startedAt - this.#polledAt > GAP_MS) this.#known = undefined;
    this.#polledAt = startedAt;
    try {
      const [row] = await this.#progress();
      if (!row?.lsn || row.timeline === null) throw new DatabaseAway("The primary follows another server.");
      if (row.knownTimeline < row.timeline)
        await withTimeout(this.primary.read("replicas.timeline", noteTimeline(row.timeline)));
      this.#see(startedAt, row as Progress & { lsn: string; timeline: number });
    } catch {
      this.#lose();
    }
  }

  /** While requests wait for connections, so does the poll: that a primary is busy must not make it seem away. */
  #progress(): Promise<Progress[]> {
    return withTimeout(this.primary.read<Progress>("replicas.primary", PROGRESS)).catch((error: unknown) => {
      if (error instanceof DatabaseAway || !this.primary.isBusy()) throw error;
      return withTimeout(this.primary.readBeside<Progress>(PROGRESS));
    });
  }

  #see(at: number, { lsn, startedAt, timeline }: Progress & { lsn: string; timeline: number }): void {
    const seen = { at, lsn, position: parsePosition(lsn) };
    const last = this.seen.at(-1);
    const isAnother = timeline !== this.#timeline;
    // Positions of one timeline mean nothing in the next.
    if (isAnother) this.seen.length = 0;
    if (isAnother || this.isAway || !last || at - last.at > GAP_MS || startedAt.getTime() !== this.#primaryStartedAt)
      this.#floor = seen;
    // What it has flushed just now may not have been sent: if it dies at once, no replica ever has that.
    if (isAnother || !this.#known) this.#known = seen;
    else this.noteWritten(last?.lsn);
    this.#timeline = timeline;
    this.#primaryStartedAt = startedAt.getTime();
    this.isAway = false;
    this.seen.push(seen);
    const kept = at - 2 * env().database.maxReplicaLagMs;
    while (this.seen.length > 1 && this.seen[0]!.at < kept) this.seen.shift();
  }

  #lose(): void {
    if (!this.isAway) this.awaySince = performance.now();
    this.isAway = true;
    this.primary.noteSilence(performance.now() - SILENT_MS);
    if (this.#waiting.size === 0) return;
    noteFailure();
    const error = new DatabaseAway("The database is unavailable.");
    for (const reject of this.#waiting) reject(error);
    this.#waiting.clear();
  }
}

/** The same in every process and instance. */
function hashOf(text: string): number {
  let hash = 0;
  for (let index = 0; index < text.length; index += 1) hash = (hash * 31 + text.charCodeAt(index)) >>> 0;
  return hash;
}

// One for the process: the server's bundles have separate modules.
const shared = globalThis as typeof globalThis & { pegboardReplicas?: Replicas };

/** The replicas, if this deployment has any. Whatever is asked of the database keeps what is known of it recent. */
export function replicas(primary: Primary): Replicas | undefined {
  const { replicaUrls } = env().database;
  if (replicaUrls.length === 0) return undefined;
  const all = (shared.pegboardReplicas ??= new Replicas(replicaUrls, primary));
  all.keepPolling();
  return all;
}
