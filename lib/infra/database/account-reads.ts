import { log, onceAMinute } from "@/lib/infra/log/log";
import { metrics } from "@/lib/infra/log/metrics";
import { env } from "@/lib/infra/environment/env";
import { currentSandbox } from "@/lib/infra/sandbox/scope";
import { database, preparedRead } from "./db";
import { sendStatement } from "./prepared-query";
import { replicas } from "./replicas";
import { literal, type Sql, sql } from "./sql";

/** The account that reads, and the position up to which it has written or read lately. */
export interface ReplicaReader {
  id: string;
  readAfter?: string | null;
}

/**
 * The reads of one request that a replica may answer. The account sees what it wrote, and nothing that it has seen goes
 * away again: where its replica has not replayed that far, or does not answer, the primary does, for the rest of the
 * request.
 * @see docs/decisions/replicas.md
 */
export class AccountReads {
  /** Why the primary reads for the rest of the request. */
  #primary?: "primary, behind" | "primary, away";

  constructor(private readonly reader: ReplicaReader) {}

  async read<Row extends object>(name: string, statement: Sql): Promise<Row[]> {
    const { id, readAfter = null } = this.reader;
    const found = this.#primary ? undefined : replicas(preparedRead)?.of(id);
    try {
      const rows = await found?.replica.read<Row>(name, statement, readAfter ?? found.after);
      if (rows) {
        metrics.replicaReads.inc({ answered: "replica" });
        return rows;
      }
      if (found) this.#primary = "primary, behind";
    } catch {
      // Nobody's request fails because of a replica: it decides itself when it is not to be asked any more.
    }
    this.#primary ??= "primary, away";
    metrics.replicaReads.inc({ answered: this.#primary });
    return readAndRemember<Row>(id, name, statement);
  }
}

/** Returns the reads of an account that a replica may answer, if this deployment has any. */
export function accountReads(reader: ReplicaReader): AccountReads | undefined {
  if (env().database.replicaUrls.length === 0 || currentSandbox()) return undefined;
  return new AccountReads(reader);
}

/** How much longer than a replica may lag a position is kept: for the time that passes until a lag is noticed. */
const MARGIN_MS = 5000;

/**
 * The position that an account's reads must have, as part of what it is identified by: `account` is its id in SQL. No
 * replica that is read from is as far behind as what was written before that.
 */
export function readAfterColumn(account: Sql): Sql {
  const { replicaUrls, maxReplicaLagMs } = env().database;
  if (replicaUrls.length === 0 || currentSandbox()) return sql`NULL AS "readAfter"`;
  return sql`(SELECT r.lsn::text FROM "ReadPosition" r WHERE r."userId" = ${account}
      AND r.at > clock_timestamp() - interval '${literal(maxReplicaLagMs + MARGIN_MS)} ms') AS "readAfter"`;
}

const remember = (accountId: string) => sql`
  INSERT INTO "ReadPosition" AS known ("userId", lsn, at)
  VALUES (${accountId}, pg_current_wal_insert_lsn(), clock_timestamp())
  ON CONFLICT ("userId") DO UPDATE SET lsn = GREATEST(known.lsn, excluded.lsn), at = excluded.at`;

/** Remembers, before a write is answered, that its account's reads must see it. */
export async function rememberWrite(accountId: string): Promise<void> {
  if (env().database.replicaUrls.length === 0 || currentSandbox()) return;
  await preparedRead("readPositions.remember", remember(accountId)).catch(report);
}

/** Reads from the primary, and remembers how far it was, in one round trip. */
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
      sendStatement(client, "readPositions.remember", remember(accountId), (unwritten) => {
        if (unwritten) report(unwritten);
        release(failure ?? unwritten ?? undefined);
        if (failure) reject(failure);
        else resolve(answer);
      });
    }),
  );
}

const report = onceAMinute((error, suppressed) => log.warn("read position not remembered", { error, suppressed }));
