import { log, onceAMinute } from "@/lib/infra/log/log";
import { metrics } from "@/lib/infra/log/metrics";
import { env } from "@/lib/infra/environment/env";
import { processWide } from "@/lib/infra/process/process-wide";
import { currentSandbox } from "@/lib/infra/sandbox/scope";
import { database, preparedRead, retryInNewSession } from "./db";
import { sendStatement } from "./statement";
import { TIMELINE } from "./poll";
import { reached } from "./replica";
import { type Primary, Replicas } from "./replicas";
import { literal, type Sql, sql } from "./sql";

/** The account that reads, and the log position up to which it recently wrote or read. */
interface ReplicaReader {
  id: string;
  readAfter?: string | null;
}

/** When to read from a replica: whenever possible, or only while the primary is unavailable. */
export type ReplicaUse = "preferred" | "fallback";

const PRIMARY: Primary = {
  read: preparedRead,
  isBusy: () => database().pool.waitingCount > 0,
  readBeside: (statement) => database().pool.readBeside(statement),
  noteSilence: (moment) => database().pool.noteSilence(moment),
};

/** Returns the replicas of the live database, if this deployment has any. Each call keeps them polled. */
function liveReplicas(): Replicas | undefined {
  const { replicaUrls } = env().database;
  if (replicaUrls.length === 0 || currentSandbox()) return undefined;
  const all = processWide("replicas", () => new Replicas(replicaUrls, PRIMARY))();
  all.keepPolling();
  return all;
}

/**
 * The reads of one request that a replica may serve. The account reads its own writes, and its reads are monotonic: if
 * its replica has not replayed far enough or does not respond, the rest of the request reads from the primary. While
 * the primary is unavailable, any replica serves that has replayed every write known to this process.
 * @see docs/decisions/replicas.md
 */
export class AccountReads {
  /** Why the primary reads for the rest of the request. */
  #primary?: "primary, behind" | "primary, away";

  /** @param reader undefined for a visitor, who reads from a replica only while the primary is unavailable */
  constructor(
    private readonly all: Replicas,
    private readonly reader: ReplicaReader | undefined,
    private readonly use: ReplicaUse,
  ) {}

  /** Whether the primary is unavailable, so that only replicas serve reads. */
  get isPrimaryUnavailable(): boolean {
    return this.all.isPrimaryUnavailable;
  }

  /** Polls the primary again, after an error, and returns whether it is unavailable. */
  recheckPrimaryUnavailable(): Promise<boolean> {
    return this.all.recheckPrimaryUnavailable();
  }

  async read<Row extends object>(name: string, statement: Sql): Promise<Row[]> {
    const { id = "", readAfter = null } = this.reader ?? {};
    const onReplica = { name, statement: () => statement, after: readAfter };
    if (this.use === "fallback" || !this.reader)
      return readWithFallback(this.all, id, onReplica, () => preparedRead<Row>(name, statement));
    const rows = this.isPrimaryUnavailable ? undefined : await this.#readReplica<Row>(this.reader, name, statement);
    return rows ?? readWithFallback(this.all, id, onReplica, () => this.#readPrimary<Row>(id, name, statement));
  }

  async #readReplica<Row extends object>(
    { id, readAfter }: ReplicaReader,
    name: string,
    statement: Sql,
  ): Promise<Row[] | undefined> {
    const found = this.#primary ? undefined : this.all.of(id);
    const after = readAfter ?? found?.after;
    try {
      const answer = await found?.replica.read<Row>(name, statement, after ? reached(after) : undefined);
      if (answer) {
        metrics.replicaReads.inc({ answered: "replica" });
        return answer.rows;
      }
      if (found) this.#primary = "primary, behind";
    } catch {
      // A request never fails because of a replica. The replica counts its failures itself, and stops being used.
    }
    this.#primary ??= "primary, away";
    return undefined;
  }

  async #readPrimary<Row extends object>(id: string, name: string, statement: Sql): Promise<Row[]> {
    const rows = await retryInNewSession(() => readAndRemember<Row>(id, name, statement));
    metrics.replicaReads.inc({ answered: this.#primary ?? "primary, away" });
    return rows;
  }
}

/** Returns the replica reads of an account or visitor; undefined if this deployment has no replicas. */
export function accountReads(reader: ReplicaReader | null, use: ReplicaUse): AccountReads | undefined {
  const all = liveReplicas();
  return all && new AccountReads(all, reader ?? undefined, use);
}

/** Reads from the primary or, while it is unavailable, from a replica that the hash of `subject` chooses. */
async function readWithFallback<Row extends object>(
  all: Replicas,
  subject: string,
  { name, statement, after }: { name: string; statement: () => Sql; after: string | null },
  readPrimary: () => Promise<Row[]>,
): Promise<Row[]> {
  let failure: unknown;
  if (!all.isPrimaryUnavailable)
    try {
      return await all.rejectWhenUnavailable(readPrimary());
    } catch (error) {
      if (!(await all.recheckPrimaryUnavailable())) throw error;
      failure = error;
    }
  const rows = await all.readFromReplica<Row>(subject, { name, statement: statement(), after });
  if (rows) {
    metrics.replicaReads.inc({ answered: "replica, primary away" });
    return rows;
  }
  if (failure) throw failure as Error;
  return readPrimary();
}

/** Reads what belongs to no account, from the primary or, while it is unavailable, from a replica. */
export function resilientRead<Row extends object>(name: string, statement: Sql): Promise<Row[]> {
  const readPrimary = () => preparedRead<Row>(name, statement);
  const all = liveReplicas();
  if (!all) return readPrimary();
  return readWithFallback(all, "", { name, statement: () => statement, after: null }, readPrimary);
}

/**
 * Looks up who makes a request. `statement` receives the column of the position that the account's reads must have
 * reached, in which `u` is the account.
 * @param orReplica whether a replica may serve the lookup while the primary is unavailable; it returns no position
 */
export function readIdentity<Row extends object>(
  name: string,
  statement: (readAfter: Sql) => Sql,
  { credential, orReplica = false }: { credential: string; orReplica?: boolean },
): Promise<Row[]> {
  const readPrimary = () => preparedRead<Row>(name, statement(readAfterColumn(sql`u.id`)));
  const all = liveReplicas();
  if (!all || !orReplica) return readPrimary();
  return readWithFallback(all, credential, { name, statement: () => statement(NO_POSITION), after: null }, readPrimary);
}

const NO_POSITION = sql`NULL AS "readAfter"`;

/** How much longer than the maximum replica lag a position is kept: the time until a lag is noticed. */
const MARGIN_MS = 5000;

/**
 * Returns the column with the position that an account's reads must have reached; `account` is its id in SQL. Older
 * positions are left out, because no replica in use lags that far behind.
 */
export function readAfterColumn(account: Sql): Sql {
  const { replicaUrls, maxReplicaLagMs } = env().database;
  if (replicaUrls.length === 0 || currentSandbox()) return NO_POSITION;
  return sql`(SELECT r.lsn::text FROM "ReadPosition" r WHERE r."userId" = ${account}
      AND r.at > clock_timestamp() - interval '${literal(maxReplicaLagMs + MARGIN_MS)} ms') AS "readAfter"`;
}

const remember = (accountId: string) => sql`
  INSERT INTO "ReadPosition" AS known ("userId", lsn, at)
  VALUES (${accountId}, pg_current_wal_insert_lsn(), clock_timestamp())
  ON CONFLICT ("userId") DO UPDATE SET lsn = GREATEST(known.lsn, excluded.lsn), at = excluded.at
  RETURNING pg_current_wal_flush_lsn()::text AS flushed, ${TIMELINE} AS timeline`;

interface Remembered {
  flushed: string;
  timeline: number;
}

/** Stores the position of an account's write before its response is sent, so that the account's reads see the write. */
export async function rememberWrite(accountId: string): Promise<void> {
  const all = liveReplicas();
  if (!all) return;
  try {
    const [row] = await preparedRead<Remembered>("readPositions.remember", remember(accountId));
    all.noteWritten(row?.flushed, row?.timeline);
  } catch (error) {
    report(error);
  }
}

/** Reads from the primary and stores its position for the account, in one round trip. */
function readAndRemember<Row extends object>(accountId: string, name: string, statement: Sql): Promise<Row[]> {
  return new Promise((resolve, reject) =>
    database().pool.connect((error, client, release) => {
      if (!client) return reject(error ?? new Error("No connection"));
      let answer: Row[] = [];
      let failure: Error | null = null;
      sendStatement<Row>(client, name, statement, (error, rows) => {
        failure = error;
        answer = rows;
      });
      sendStatement<Remembered>(client, "readPositions.remember", remember(accountId), (unwritten, [row]) => {
        if (unwritten) report(unwritten);
        liveReplicas()?.noteWritten(row?.flushed, row?.timeline);
        release(failure ?? unwritten ?? undefined);
        if (failure) reject(failure);
        else resolve(answer);
      });
    }),
  );
}

const report = onceAMinute((error, suppressed) => log.warn("read position not remembered", { error, suppressed }));
