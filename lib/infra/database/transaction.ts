import type { Socket } from "node:net";
import type pg from "pg";
import { database, type Db } from "./db";
import { JoinedPrisma } from "./joined-prisma";
import { sendStatement } from "./prepared-query";
import type { PrismaClient } from "@/lib/infra/prisma/client";
import type { Sql } from "@/lib/infra/database/sql";

/**
 * Sixty writers that queue for one row must wait, not fail. Together with the wait for a connection this stays below
 * the 30 s after which proxies give up.
 */
const TIMEOUT_MS = 15_000;

class TransactionTimeout extends Error {
  override name = "TransactionTimeout";
  readonly code = "TransactionTimeout";
}

/**
 * An open transaction whose statements are pipelined: statements sent without waiting for one another share a round
 * trip and run in the order in which they were sent. BEGIN is sent with the first. After one fails, all later ones
 * fail.
 */
export class Transaction {
  #state: "new" | "open" | "over" = "new";
  #committing?: Promise<void>;
  /** Why the transaction cannot be committed. */
  #failure?: Error;
  readonly #deadline: number;
  readonly #prisma: JoinedPrisma;

  constructor(
    private readonly client: pg.PoolClient,
    prisma: PrismaClient,
    timeoutMs: number,
  ) {
    this.#deadline = performance.now() + timeoutMs;
    this.#prisma = new JoinedPrisma(prisma, { query: (query) => this.#send(() => client.query(query)) }, timeoutMs);
  }

  /** Prisma's models within this transaction. */
  get db(): Db {
    return this.#prisma.db;
  }

  get isOver(): boolean {
    return this.#state === "over";
  }

  /** Sends a statement before returning. Resolves to its rows and the number of rows returned, written or locked. */
  query<Row extends object>(name: string, statement: Sql): Promise<{ rows: Row[]; count: number }> {
    return this.#send(
      () =>
        new Promise((resolve, reject) =>
          sendStatement<Row>(this.client, name, statement, (error, rows, count) =>
            error ? reject(error) : resolve({ rows, count }),
          ),
        ),
    );
  }

  async #send<Result>(query: () => Promise<Result>): Promise<Result> {
    if (this.#state === "over") throw new Error("The transaction is over");
    if (performance.now() > this.#deadline) throw new TransactionTimeout("The transaction took too long.");
    this.#writeTogether();
    if (this.#state === "new") {
      this.#state = "open";
      // If BEGIN fails, the connection is broken and every later statement fails too.
      this.client.query("BEGIN").catch(() => undefined);
    }
    try {
      return await query();
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
    const { command } = await this.client.query("COMMIT");
    if (command !== "COMMIT") throw this.#failure ?? new Error("The transaction was rolled back");
  }

  /**
   * Ends the transaction, whatever its state, and waits for all its statements.
   * @returns whether the connection can be used again
   */
  async end(): Promise<boolean> {
    const isBegun = this.#state === "open";
    this.#state = "over";
    await this.#prisma.close();
    try {
      if (isBegun) await this.client.query("ROLLBACK");
      await this.#committing?.catch(() => undefined);
      return true;
    } catch {
      return false;
    }
  }

  /** Sends everything written until the next tick in one packet. */
  #writeTogether(): void {
    const { stream } = (this.client as pg.PoolClient & { connection: { stream: Socket } }).connection;
    stream.cork();
    process.nextTick(() => stream.uncork());
  }
}

/** Runs `act` in a new transaction and commits it when `act` resolves, unless `act` has committed it already. */
export async function withTransaction<T>(
  act: (transaction: Transaction) => Promise<T>,
  timeoutMs = TIMEOUT_MS,
): Promise<T> {
  const { pool, prisma } = database();
  const client = await pool.connect();
  const transaction = new Transaction(client, prisma, timeoutMs);
  try {
    const result = await act(transaction);
    await transaction.commit();
    return result;
  } finally {
    const isReusable = await transaction.end();
    client.release(!isReusable);
  }
}
