import { env } from "@/lib/infra/environment/env";
import { OutageLog } from "@/lib/infra/log/outage-log";
import { metrics } from "@/lib/infra/log/metrics";
import { processShare } from "@/lib/infra/process/supervisor";
import { outageOf } from "./errors";
import { BoundedPool, MIN_CONNECTIONS } from "./pool";
import { sendStatement } from "./prepared-query";
import { type Sql, sql } from "./sql";

/** Our choice: what a replica may take for one read, with a wait for a connection, before the primary is asked. */
const READ_TIMEOUT_MS = 700;
/** How often the primary and its replicas are asked how far they are. */
const POLL_MS = 200;
const POLL_TIMEOUT_MS = 500;
/** A replica that has not said for so long how far it is, is not read from. */
const FRESH_FOR_MS = 800;
/** It is left after so many reads that it did not answer in time, or at once when it cannot be reached. */
const FAILURES_TO_LEAVE = 5;
/** After a longer gap, what happened to the primary meanwhile is not known. */
const GAP_MS = 1000;
/** Polling ends when nobody has asked for so long. */
const IDLE_MS = 60_000;

/** A position in the primary's log of changes, as a number: `16/B374D848`. */
type Position = bigint;

export function parsePosition(lsn: string): Position {
  const [high = "0", low = "0"] = lsn.split("/");
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

const isReplayed = (lsn: string) => sql`
  SELECT pg_is_in_recovery() AND pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn AS "isReplayed"`;

interface Progress {
  lsn: string | null;
  startedAt: Date;
  isReplica: boolean;
}

const PROGRESS = sql`
  SELECT (CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_lsn() END)::text AS lsn,
         pg_postmaster_start_time() AS "startedAt", pg_is_in_recovery() AS "isReplica"`;

/** Where a primary is, as the poller has seen it. */
interface Seen {
  at: number;
  position: Position;
  lsn: string;
}

/** A server that follows the primary, and what is known about how far it is. */
class Replica {
  readonly #pool: BoundedPool;
  readonly #outages: OutageLog;
  /** By `performance.now()`: when it last said how far it is. */
  #heardAt = -Infinity;
  #position: Position = 0n;
  #startedAt = 0;
  /** Reads that failed in a row. */
  #failures = 0;
  /** What it must have replayed to be read from again: after a crash it may first be where it was before. */
  #floor: Position | undefined;
  lagMs = Infinity;

  constructor(
    url: string,
    readonly name: string,
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

  /** Whether it may be read from: it was heard of just now, and is not too far behind. */
  get isUsable(): boolean {
    const isHeard = performance.now() - this.#heardAt < FRESH_FOR_MS;
    return isHeard && this.#floor === undefined && this.lagMs <= env().database.maxReplicaLagMs;
  }

  hasReached(position: Position): boolean {
    return this.#position >= position;
  }

  /**
   * Reads what it has, or returns undefined if it has not replayed up to `after`.
   * @throws an Error if it cannot, in time
   */
  async read<Row extends object>(name: string, statement: Sql, after: string | null): Promise<Row[] | undefined> {
    try {
      const rows = await this.#send<Row>(name, statement, after);
      this.#failures = 0;
      return rows;
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

  #send<Row extends object>(name: string, statement: Sql, after: string | null): Promise<Row[] | undefined> {
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
        const finish = (failure: Error | null, rows?: Row[]) => {
          if (isOver) return;
          isOver = true;
          clearTimeout(timer);
          release(failure ?? undefined);
          if (failure) reject(failure);
          else resolve(rows);
        };
        end = () => finish(new Error("The replica is too slow."));
        let mayRead = true;
        if (after !== null)
          sendStatement<{ isReplayed: boolean }>(client, "replica.isReplayed", isReplayed(after), (failure, [row]) => {
            if (failure) finish(failure);
            mayRead = row?.isReplayed === true;
          });
        sendStatement<Row>(client, name, statement, (failure, rows) => finish(failure, mayRead ? rows : undefined));
      });
    });
  }

  /** Asks how far it is. */
  async poll(primary: readonly Seen[]): Promise<void> {
    try {
      const [row] = (await withTimeout(this.#send<Progress>("replica.progress", PROGRESS, null))) ?? [];
      // It was promoted, or its address is a primary's: what it has is not what ours has.
      if (!row!.isReplica) throw new Error("This replica does not follow a primary.");
      const startedAt = row!.startedAt.getTime();
      if (startedAt !== this.#startedAt) this.#floor = primary.at(-1)?.position;
      this.#startedAt = startedAt;
      this.#position = parsePosition(row!.lsn ?? "0/0");
      if (this.#floor !== undefined && this.#position >= this.#floor) this.#floor = undefined;
      this.#heardAt = performance.now();
      this.lagMs = lagOf(this.#position, primary);
      this.#outages.succeeded();
    } catch {
      this.#lose();
      this.lagMs = Infinity;
    }
    metrics.replicaLag.set({ replica: this.name }, Number.isFinite(this.lagMs) ? this.lagMs / 1000 : -1);
  }
}

/** For how long what a replica lacks has been written, given where the primary was when. Newest last. */
export function lagOf(position: Position, primary: readonly Pick<Seen, "at" | "position">[]): number {
  const missing = primary.find((seen) => seen.position > position);
  return missing ? Math.max(0, performance.now() - missing.at) : 0;
}

/** How the primary is asked where it is. */
type AskPrimary = <Row extends object>(name: string, statement: Sql) => Promise<Row[]>;

/** The replicas of this deployment, and how far they are. */
class Replicas {
  readonly #replicas: readonly Replica[];
  /** Where the primary was, in the last seconds. */
  readonly #primary: Seen[] = [];
  /** What every replica must have replayed: what accounts had written before a crash of the primary is not known. */
  #floor: Seen | undefined;
  #isPrimaryLost = true;
  #primaryStartedAt = 0;
  #askedAt = performance.now();
  #timer: NodeJS.Timeout | undefined;

  constructor(
    urls: readonly string[],
    private readonly askPrimary: AskPrimary,
  ) {
    this.#replicas = urls.map((url, index) => new Replica(url, String(index + 1)));
  }

  /** Returns the replica of an account, always the same while it is usable: it never goes back in time. */
  of(accountId: string): { replica: Replica; after: string | null } | undefined {
    this.#askedAt = performance.now();
    this.#timer ??= setTimeout(() => void this.#poll(), 0).unref();
    const replica = this.#replicas[hashOf(accountId) % this.#replicas.length];
    if (!replica?.isUsable) return undefined;
    const floor = this.#floor;
    return { replica, after: !floor || replica.hasReached(floor.position) ? null : floor.lsn };
  }

  async #poll(): Promise<void> {
    const startedAt = performance.now();
    try {
      const [row] = await withTimeout(this.askPrimary<Progress & { lsn: string }>("replicas.primary", PROGRESS));
      const seen = { at: startedAt, lsn: row!.lsn, position: parsePosition(row!.lsn) };
      const primaryStartedAt = row!.startedAt.getTime();
      const last = this.#primary.at(-1);
      if (!last || startedAt - last.at > GAP_MS || primaryStartedAt !== this.#primaryStartedAt)
        this.#isPrimaryLost = true;
      this.#primaryStartedAt = primaryStartedAt;
      if (this.#isPrimaryLost) this.#floor = seen;
      this.#isPrimaryLost = false;
      this.#primary.push(seen);
      const kept = startedAt - 2 * env().database.maxReplicaLagMs;
      while (this.#primary.length > 1 && this.#primary[0]!.at < kept) this.#primary.shift();
    } catch {
      this.#isPrimaryLost = true;
    }
    await Promise.all(this.#replicas.map((replica) => replica.poll(this.#primary)));
    if (performance.now() - this.#askedAt > IDLE_MS) this.#timer = undefined;
    else this.#timer = setTimeout(() => void this.#poll(), POLL_MS).unref();
  }
}

async function withTimeout<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer within ${POLL_TIMEOUT_MS} ms`)), POLL_TIMEOUT_MS).unref();
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** The same in every process and instance. */
function hashOf(text: string): number {
  let hash = 0;
  for (let index = 0; index < text.length; index += 1) hash = (hash * 31 + text.charCodeAt(index)) >>> 0;
  return hash;
}

// One for the process: the server's bundles have separate modules.
const shared = globalThis as typeof globalThis & { pegboardReplicas?: Replicas };

/** The replicas, if this deployment has any. */
export function replicas(askPrimary: AskPrimary): Replicas | undefined {
  const { replicaUrls } = env().database;
  if (replicaUrls.length === 0) return undefined;
  return (shared.pegboardReplicas ??= new Replicas(replicaUrls, askPrimary));
}
