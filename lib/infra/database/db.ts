import type { Socket } from "node:net";
import type pg from "pg";
import { env } from "@/lib/infra/environment/env";
import type { PrismaClient } from "@/lib/infra/prisma/client";
import { processWide } from "@/lib/infra/process/process-wide";
import { processShare } from "@/lib/infra/process/supervisor";
import { currentSandbox } from "@/lib/infra/sandbox/scope";
import {
  AnswerMismatch,
  isNeverSent,
  isOfOtherSession,
  isOutcomeUnknown,
  isWithoutEffect,
  OutcomeUnknown,
  outageOf,
} from "./errors";
import { replaceConnections } from "./health";
import { type Database, open } from "./open";
import { BoundedPool, MIN_CONNECTIONS } from "./pool";
import type { Sql } from "./sql";
import { sendStatement } from "./statement";

export type Db = Omit<PrismaClient, `$${string}`>;

/** One pool serves Prisma and the prepared reads. */
const liveDatabase = processWide("database", openLive);

/** Returns the database of the caller: a sandbox's own, or the live one. */
export function database(): Database {
  return currentSandbox()?.database ?? liveDatabase();
}

function openLive(): Database {
  const settings = env().database;
  return open(new BoundedPool({ ...settings, poolMax: processShare(settings.poolMax, MIN_CONNECTIONS) }));
}

/** Runs a named prepared statement in one round trip, at a fraction of the cost of the same read through Prisma. */
export async function preparedRead<Row extends object>(name: string, statement: Sql): Promise<Row[]> {
  return (await run<Row>(name, statement)).rows;
}

/** Runs a single-statement write in the same way, and returns the number of rows written. */
export async function preparedWrite(name: string, statement: Sql): Promise<number> {
  return (await run(name, statement)).count;
}

/** @throws OutcomeUnknown if the statement writes, and the connection was lost before its answer */
function run<Row extends object>(name: string, statement: Sql): Promise<{ rows: Row[]; count: number }> {
  return retryInNewSession(
    () =>
      new Promise((resolve, reject) =>
        database().pool.connect((error, client, release) => {
          if (!client) return reject(error ?? new Error("No connection"));
          sendStatement<Row>(client, name, statement, (error, rows, count) => {
            const failure = error ?? (client.getTransactionStatus() === "I" ? null : leftOpen(name));
            release(failure ?? undefined);
            if (!failure) resolve({ rows, count });
            else reject(WRITES.test(statement.text) && !isWithoutEffect(failure) ? unknownAfter(failure) : failure);
          });
        }),
      ),
  );
}

const WRITES = /\b(INSERT INTO|DELETE FROM|(?<!FOR |KEY |DO )UPDATE)\b/;

/** The statement is part of another's transaction, with which it will be undone. */
function leftOpen(name: string): Error {
  const error = new AnswerMismatch(`${name} ran in another's transaction.`);
  replaceConnections(error);
  return error;
}

const unknownAfter = (cause: unknown) => new OutcomeUnknown("It is unknown whether this was done.", { cause });

/** Runs a single statement again if its connection led to another session: the next connection is a new one. */
export async function retryInNewSession<T>(runOnce: () => Promise<T>): Promise<T> {
  try {
    return await runOnce();
  } catch (error) {
    if (isOutcomeUnknown(error) || !isOfOtherSession(error)) throw error;
    return runOnce();
  }
}

/**
 * Sixty writers that queue for one row must wait, not fail. Together with the wait for a connection this stays below
 * the 30 s after which proxies give up.
 */
const TIMEOUT_MS = 15_000;

class TransactionTimeout extends Error {
  override name = "TransactionTimeout";
  readonly code = "TransactionTimeout";
}

/** Warnings that BEGIN came within a transaction; and COMMIT, ROLLBACK or SET LOCAL outside. */
const OTHER_TRANSACTION = ["25001", "25P01"];

/**
 * An open transaction whose statements are pipelined: statements sent without waiting for one another share a round
 * trip and run in the order in which they were sent. BEGIN is sent with the first. After one fails, all later ones
 * fail.
 */
export class Transaction {
  #state: "new" | "open" | "over" = "new";
  #outcome: "not committed" | "committed" | "unknown" = "not committed";
  #committing?: Promise<void>;
  /** Whether the server answered the end of the transaction, so that its connection can be used again. */
  #isEnded = true;
  #failure?: Error;
  /** Found at the end: an answer belonged to another statement, and the act may have failed for that alone. */
  #mismatch?: AnswerMismatch;
  /** Whether a statement ran outside the transaction, because the connection led to another session. */
  #wasElsewhere = false;
  readonly #deadline: number;

  constructor(
    private readonly client: pg.PoolClient,
    timeoutMs: number,
  ) {
    this.#deadline = performance.now() + timeoutMs;
    client.on("notice", this.#onNotice).on("error", this.#onError);
  }

  get isOver(): boolean {
    return this.#state === "over";
  }

  /** Sends a statement before returning. Resolves to its rows and the number of rows returned, written or locked. */
  query<Row extends object>(name: string, statement: Sql): Promise<{ rows: Row[]; count: number }> {
    return this.#send(
      () =>
        new Promise((resolve, reject) =>
          sendStatement<Row>(this.client, name, statement, (error, rows, count) => {
            if (error) return reject(error);
            if (this.client.getTransactionStatus() === "T") return resolve({ rows, count });
            this.#noteElsewhere();
            reject(new AnswerMismatch("A statement ran outside its transaction."));
          }),
        ),
    );
  }

  async #send<Result>(query: () => Promise<Result>): Promise<Result> {
    if (this.#state === "over") throw new Error("The transaction is over");
    if (performance.now() > this.#deadline) throw new TransactionTimeout("The transaction took too long.");
    this.#writeTogether();
    if (this.#state === "new") {
      this.#state = "open";
      this.#isEnded = false;
      this.client.query("BEGIN").then(
        ({ command }) => {
          if (command !== "BEGIN") this.#failure ??= new AnswerMismatch(`BEGIN was answered with ${command}.`);
        },
        // The connection is broken, and every later statement fails too.
        () => undefined,
      );
    }
    try {
      const result = await query();
      if (isOfOtherSession(this.#failure)) throw this.#failure as Error;
      return result;
    } catch (error) {
      // Later statements fail because of the first error, so all reject with it: callers may retry after it.
      throw (this.#failure ??= error as Error);
    }
  }

  /** Sends COMMIT after the statements in flight. Rejects if one of them failed. */
  commit(): Promise<void> {
    return (this.#committing ??= this.#commit());
  }

  async #commit(): Promise<void> {
    const isBegun = this.#state === "open";
    this.#state = "over";
    if (!isBegun) return;
    this.#writeTogether();
    this.#outcome = "unknown";
    const command = await this.client.query("COMMIT").then(
      ({ command }) => command,
      (error: Error) => this.#onLostCommit(error),
    );
    if (this.#wasElsewhere || this.#failure instanceof AnswerMismatch) throw this.#failure ?? unknownAfter(undefined);
    if (command !== "COMMIT" && command !== "ROLLBACK")
      throw new AnswerMismatch(`COMMIT was answered with ${command}.`);
    this.#isEnded = true;
    this.#outcome = command === "COMMIT" ? "committed" : "not committed";
    if (command === "ROLLBACK") throw this.#failure ?? new Error("The transaction was rolled back");
  }

  /** An error that ends the session may come in place of the answer to a COMMIT that took effect. */
  async #onLostCommit(error: Error): Promise<never> {
    this.#isEnded = "severity" in error && (await this.#isAnswering());
    const isRejected = this.#failure && isWithoutEffect(this.#failure) && !isOfOtherSession(this.#failure);
    if (this.#isEnded || isRejected || isNeverSent(error)) this.#outcome = "not committed";
    throw this.#failure ?? error;
  }

  #isAnswering(): Promise<boolean> {
    return this.client.query("SELECT 1").then(
      () => true,
      () => false,
    );
  }

  /** Ends the transaction in any state, after all its statements. Returns whether the connection can be used again. */
  async end(): Promise<boolean> {
    const isBegun = this.#state === "open";
    this.#state = "over";
    if (isBegun) this.#isEnded = await this.#rollBack();
    await this.#committing?.catch(() => undefined);
    this.client.off("notice", this.#onNotice).off("error", this.#onError);
    // Where statements may have run in another session, only the answer to ROLLBACK tells that none took effect.
    if (isBegun && !this.#isEnded && isOfOtherSession(this.#failure)) this.#outcome = "unknown";
    return this.#isEnded && !this.#wasElsewhere && !isOfOtherSession(this.#failure);
  }

  #rollBack(): Promise<boolean> {
    return this.client.query("ROLLBACK").then(
      ({ command }) => {
        if (command !== "ROLLBACK") this.#mismatch = new AnswerMismatch(`ROLLBACK was answered with ${command}.`);
        return command === "ROLLBACK";
      },
      (error: unknown) => {
        // `pg` cannot read rows as the answer.
        if (outageOf(error) === undefined) this.#mismatch = new AnswerMismatch("ROLLBACK got rows.", { cause: error });
        return false;
      },
    );
  }

  /** Returns what to tell of a failed act, after the end: its own error only if nothing can have been committed. */
  errorFor(error: unknown): unknown {
    if (isOutcomeUnknown(error)) return error;
    const isCommitted = this.#outcome === "committed" && error === this.#failure;
    if (this.#outcome === "unknown" || this.#wasElsewhere || isCommitted) return unknownAfter(error);
    return this.#outcome === "committed" ? error : (this.#mismatch ?? error);
  }

  readonly #onError = (error: Error): void => {
    // By `pg`, of an answer to nothing.
    if (error.message.startsWith("Received unexpected"))
      this.#mismatch = new AnswerMismatch("More was answered than asked.", { cause: error });
  };

  readonly #onNotice = ({ code }: { code?: string }): void => {
    if (OTHER_TRANSACTION.includes(code ?? "")) this.#noteElsewhere();
  };

  #noteElsewhere(): void {
    this.#wasElsewhere = true;
    const error = new AnswerMismatch("A statement ran in another session.");
    this.#failure ??= error;
    // One of them has the session in which the transaction is open.
    replaceConnections(error);
  }

  /** Sends everything written until the next tick in one packet. */
  #writeTogether(): void {
    const { stream } = (this.client as pg.PoolClient & { connection: { stream: Socket } }).connection;
    stream.cork();
    process.nextTick(() => stream.uncork());
  }
}

/**
 * Runs `act` in a new transaction and commits it when `act` resolves, unless `act` has committed it already.
 * @throws OutcomeUnknown if the transaction may have been committed, and nobody knows
 */
export async function withTransaction<T>(
  act: (transaction: Transaction) => Promise<T>,
  timeoutMs = TIMEOUT_MS,
): Promise<T> {
  const client = await database().pool.connect();
  const transaction = new Transaction(client, timeoutMs);
  let isReusable = false;
  try {
    const result = await act(transaction);
    await transaction.commit();
    isReusable = await transaction.end();
    return result;
  } catch (error) {
    isReusable = await transaction.end();
    throw transaction.errorFor(error);
  } finally {
    client.release(!isReusable);
  }
}
