import { AsyncLocalStorage } from "node:async_hooks";
import { PrismaPg } from "@prisma/adapter-pg";
import type { SqlDriverAdapter, Transaction } from "@prisma/driver-adapter-utils";
import type pg from "pg";
import type { Db } from "./db";
import { processWide } from "@/lib/infra/process/process-wide";
import type { PrismaClient } from "@/lib/infra/prisma/client";

interface Connection {
  query(query: pg.QueryConfig): Promise<pg.QueryResult>;
}

interface Joining {
  connection: Connection;
  hasJoined: boolean;
}

// The adapter of one bundle serves the transactions of every bundle.
const joining = processWide("joined-transaction", () => new AsyncLocalStorage<Joining>())();

/** Prisma's adapter for `pg`, which joins the open transaction of a `JoinedPrisma` instead of beginning one. */
export class JoiningPrismaPg extends PrismaPg {
  override async connect() {
    const adapter = await super.connect();
    const startTransaction = adapter.startTransaction.bind(adapter);
    return Object.assign(adapter, {
      startTransaction: async (...options: Parameters<typeof startTransaction>) => {
        const open = joining.getStore();
        if (!open) return startTransaction(...options);
        open.hasJoined = true;
        return joined(adapter, open.connection);
      },
    });
  }
}

/** The adapter on the connection of a transaction that its owner ends: neither Prisma nor the adapter does. */
function joined(adapter: SqlDriverAdapter, client: Connection): Transaction {
  const ended = async () => undefined;
  const options = { usePhantomQuery: true };
  return Object.assign(Object.create(adapter) as Transaction, { client, options, commit: ended, rollback: ended });
}

/**
 * Prisma's models on the connection of a transaction that is already open. Prisma joins when a model is first used, so
 * a transaction of SQL statements alone pays nothing for it.
 */
export class JoinedPrisma {
  readonly db: Db;
  #joined?: Promise<Db>;
  #leave: () => void = () => undefined;
  #left?: Promise<unknown>;

  constructor(
    private readonly prisma: PrismaClient,
    private readonly connection: Connection,
    private readonly timeoutMs: number,
  ) {
    this.db = lazily(() => (this.#joined ??= this.#join()));
  }

  async close(): Promise<void> {
    this.#leave();
    await this.#left;
  }

  #join(): Promise<Db> {
    return new Promise((resolve, reject) => {
      const isLeft = new Promise<void>((leave) => (this.#leave = leave));
      const open = { connection: this.connection, hasJoined: false };
      const models = (db: Db) => {
        if (!open.hasJoined) throw new Error("Prisma began a transaction of its own");
        resolve(db);
        return isLeft;
      };
      this.#left = joining.run(open, () => this.prisma.$transaction(models, { timeout: this.timeoutMs })).catch(reject);
    });
  }
}

/** Models that `open` returns when a method of one is first called. */
function lazily(open: () => Promise<Db>): Db {
  type Models = Record<string, Record<string, (...args: unknown[]) => unknown>>;
  const method = (model: string, name: string) => {
    return async (...args: unknown[]) => ((await open()) as unknown as Models)[model]![name]!(...args);
  };
  const methods = (model: string) => new Proxy({}, { get: (_target, name) => method(model, String(name)) });
  return new Proxy({} as Db, { get: (_target, model) => methods(String(model)) });
}
