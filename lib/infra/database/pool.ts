import { AsyncResource } from "node:async_hooks";
import type { Socket } from "node:net";
import pg from "pg";
import { endsConnection, isOfOtherSession, outageOf } from "./errors";
import {
  DatabaseUnavailable,
  isUnavailable,
  isOutdatedSince,
  lastAnswerAt,
  noteAnswer,
  noteFailure,
  noteReadOnly,
  noteSilence,
  rejectWhileUnavailable,
  replaceConnections,
} from "./health";
import type { Env } from "@/lib/infra/environment/env";
import type { Sql } from "./sql";
import { timeStatements } from "./statement";
import { isTraced } from "@/lib/infra/log/tracing";
import { withTimeout } from "@/lib/infra/timeout";

/** How long a request waits for a connection. */
export const ACQUIRE_TIMEOUT_MS = 10_000;
/** The least that a process needs: a transaction holds one connection while a concurrent read takes another. */
export const MIN_CONNECTIONS = 2;
/** The server ends a slow statement and reports it. A connection that stays silent for this much longer is dead. */
const SILENCE_MARGIN_MS = 2000;
/** Assumed where the role's own setting applies instead of ours. */
const ASSUMED_STATEMENT_TIMEOUT_MS = 8000;
/** A timer may fire a little early. */
const TIMER_TOLERANCE_MS = 100;
const PROBE_TIMEOUT_MS = 2000;
/** The server is probed if requests wait and no data has arrived for this long: it may just run a slow query. */
const SILENT_PROBE_MS = 2000;
const KEEP_ALIVE_DELAY_MS = 10_000;

type Settings = Env["database"];
interface PoolOptions {
  isLive?: boolean;
  idleTimeoutMillis?: number;
  connectionTimeoutMillis?: number;
}
type Callback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: (error?: Error | boolean) => void,
) => void;
/** A request that waits for a connection, or holds one. */
interface Waiting {
  /** `performance.now()` */
  since: number;
  fail(error: Error): void;
}
/** The part of `pg`'s client that its types omit. */
type Connected = pg.PoolClient & {
  connection: { stream: Socket; on(event: "errorMessage", listener: (error: Error) => void): void };
};

/**
 * A connection pool for requests that bounds every wait: for a connection, for a statement, for any data at all. A
 * silent connection is closed rather than returned: a ROLLBACK queued behind a hanging statement would never run.
 */
export class BoundedPool extends pg.Pool {
  readonly #url: string;
  readonly #probe: () => Promise<void>;
  readonly #connectedAt = new WeakMap<pg.PoolClient, number>();
  /** Connections that are about to close, which `pg` notices only later. */
  readonly #closing = new WeakSet<pg.PoolClient>();
  readonly #isLive: boolean;
  /** Keyed by its connection, or by itself while it has none. */
  readonly #waiting = new Map<object, Waiting>();
  #silenceCheck: NodeJS.Timeout | undefined;

  /** @param isLive whether its failures count as the live database's, during whose outages requests fail at once */
  constructor(settings: Settings, { isLive = true, ...limits }: PoolOptions = {}) {
    super({ ...connectionConfig(settings), max: settings.poolMax, pipeline: true, ...limits });
    this.#isLive = isLive;
    this.#url = settings.url;
    this.#probe = () => probe(settings.url);
    // Emitted when the server closes an idle connection; without a listener it would end the process.
    this.on("error", () => undefined);
    const silenceMs = (settings.statementTimeoutMs || ASSUMED_STATEMENT_TIMEOUT_MS) + SILENCE_MARGIN_MS;
    this.on("connect", (client) => {
      timeStatements(client);
      // Its statements fail as well; without a listener, the event would end the process.
      client.on("error", () => undefined);
      this.#connectedAt.set(client, performance.now());
      const { connection } = client as Connected;
      const { stream } = connection;
      // Traffic restarts the socket's timer, but acquiring a connection does not: one acquired only recently is given
      // the full time.
      const closeIfSilent = () => {
        const since = this.#waiting.get(client)?.since;
        if (since === undefined) return;
        if (performance.now() - since < silenceMs - TIMER_TOLERANCE_MS) return void stream.setTimeout(silenceMs);
        if (isLive) this.noteSilence(performance.now() - silenceMs);
        stream.destroy();
      };
      stream.on("timeout", closeIfSilent).setTimeout(silenceMs);
      stream.on("end", () => this.#closing.add(client));
      connection.on("errorMessage", (error) => {
        if (endsConnection(error)) this.#closing.add(client);
        if (isOfOtherSession(error)) replaceConnections(error);
      });
      if (!isLive) return;
      stream.on("data", noteAnswer).on("close", () => this.#waiting.has(client) && noteFailure());
      connection.on("errorMessage", (error) => {
        const outage = outageOf(error);
        if (outage) noteFailure();
        if (outage === "read-only") noteReadOnly(() => probeWrites(settings.url));
      });
    });
    this.on("acquire", (client) => {
      const { stream } = (client as Connected).connection;
      this.#wait(client, { since: performance.now(), fail: () => stream.destroy() });
    });
    this.on("release", (_error, client) => this.#waiting.delete(client));
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Callback): void;
  override connect(callback?: Callback): Promise<pg.PoolClient> | void {
    if (callback) return this.#connect(callback);
    return new Promise((resolve, reject) =>
      this.#connect((error, client) => (client ? resolve(client) : reject(error ?? new Error("No connection")))),
    );
  }

  #connect(callback: Callback): void {
    try {
      if (this.#isLive) rejectWhileUnavailable();
    } catch (error) {
      return callback(error as Error, undefined, () => undefined);
    }
    const startedAt = performance.now();
    // A waiter is called back from the release of a connection by another request: without binding, its statements
    // would become spans of that request's trace.
    const connected = isTraced() ? AsyncResource.bind(callback) : callback;
    const waiting = {
      since: startedAt,
      fail: (error: Error) => {
        this.#waiting.delete(waiting);
        connected(error, undefined, () => undefined);
      },
    };
    this.#wait(waiting, waiting);
    super.connect((error, client, release) => {
      // The request has already failed: the connection arrived too late, or this is its timeout, without one.
      if (!this.#waiting.delete(waiting)) return client && release();
      if (error && this.#isLive) this.#noteRejection(error, startedAt);
      if (client && (this.#closing.has(client) || isOutdatedSince(this.#connectedAt.get(client) ?? 0))) {
        release(true);
        return this.#connect(callback);
      }
      connected(error, client, release);
    });
  }

  #wait(key: object, waiting: Waiting): void {
    this.#waiting.set(key, waiting);
    if (this.#isLive) this.#silenceCheck ??= this.#checkSilenceIn(SILENT_PROBE_MS);
  }

  #checkSilenceIn(ms: number): NodeJS.Timeout {
    return setTimeout(() => void this.#checkSilence(), ms).unref();
  }

  /**
   * Probes the server if requests wait and no data has arrived. If the probe is not answered either, all waiting
   * requests fail now, instead of by their own timeouts, which are long enough for the slowest statement.
   */
  async #checkSilence(): Promise<void> {
    const oldest = Math.min(...Array.from(this.#waiting.values(), ({ since }) => since));
    const silentSince = Math.max(lastAnswerAt(), oldest);
    let silentMs = performance.now() - silentSince;
    if (silentMs >= SILENT_PROBE_MS) {
      if (await this.#isAnswering()) noteAnswer();
      else this.#failAll(silentSince);
      silentMs = 0;
    }
    this.#silenceCheck = this.#waiting.size > 0 ? this.#checkSilenceIn(SILENT_PROBE_MS - silentMs) : undefined;
  }

  async #isAnswering(): Promise<boolean> {
    try {
      await withTimeout(queryOnOwnConnection(this.#url, "SELECT 1", 2 * PROBE_TIMEOUT_MS), PROBE_TIMEOUT_MS);
      return true;
    } catch (error) {
      return isAnswer(error);
    }
  }

  #failAll(silentSince: number): void {
    this.noteSilence(silentSince);
    if (!isUnavailable()) return;
    for (const { fail } of [...this.#waiting.values()]) fail(new DatabaseUnavailable("The database is unavailable."));
  }

  noteSilence(moment: number): void {
    noteSilence(moment, this.#probe);
  }

  /** Runs a statement without values outside the pool, on a connection of its own. */
  readBeside<Row extends object>({ text }: Sql): Promise<Row[]> {
    return queryOnOwnConnection<Row>(this.#url, text);
  }

  #noteRejection(error: Error, startedAt: number): void {
    if (isAnswer(error)) noteFailure();
    else this.noteSilence(startedAt);
  }
}

export function connectionConfig({ url, statementTimeoutMs }: Settings): pg.ClientConfig {
  return {
    connectionString: url,
    connectionTimeoutMillis: ACQUIRE_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
    // Startup parameters, which transaction poolers reject.
    ...(statementTimeoutMs > 0 && {
      statement_timeout: statementTimeoutMs,
      idle_in_transaction_session_timeout: statementTimeoutMs + SILENCE_MARGIN_MS,
    }),
  };
}

/** Asks on a connection of its own. */
async function queryOnOwnConnection<Row extends object>(
  url: string,
  statement: string,
  timeoutMs = PROBE_TIMEOUT_MS,
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: timeoutMs });
  client.on("error", () => undefined);
  await client.connect();
  // A pooler accepts clients before it knows whether its server responds.
  const late = setTimeout(() => (client as unknown as Connected).connection.stream.destroy(), timeoutMs);
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    clearTimeout(late);
    void client.end().catch(() => undefined);
  }
}

const probe = async (url: string) => void (await queryOnOwnConnection(url, "SELECT 1"));

/** @throws an Error while the database can only be read */
async function probeWrites(url: string): Promise<void> {
  const [row] = await queryOnOwnConnection<{ transaction_read_only: string }>(url, "SHOW transaction_read_only");
  if (row?.transaction_read_only === "on") throw new Error("The database can only be read.");
}

/** Whether an error came from the server itself and is not an outage. */
function isAnswer(error: unknown): boolean {
  const code = (error as { code?: unknown }).code;
  return typeof code === "string" && /^[0-9A-Z]{5}$/.test(code) && outageOf(error) !== "unreachable";
}
