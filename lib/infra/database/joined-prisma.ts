import type pg from "pg";
import { database, type Db } from "./db";

interface Connection {
  send(query: pg.QueryConfig): Promise<pg.QueryResult>;
}

const CONTROL = new Set(["BEGIN", "COMMIT", "ROLLBACK"]);
const NOTHING = { rows: [], fields: [], rowCount: 0 };

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
    const { pool, prisma } = database();
    let hasJoined = false;
    const send = (query: pg.QueryConfig) => {
      hasJoined = true;
      // The transaction is begun and ended by its owner.
      return CONTROL.has(query.text) ? Promise.resolve(NOTHING) : this.connection.send(query);
    };
    const shared = { query: send, release: () => undefined, on: () => shared, removeListener: () => shared };
    return new Promise((resolve, reject) => {
      const isLeft = new Promise<void>((leave) => (this.#leave = leave));
      const joining = pool.joining.run(shared as unknown as pg.PoolClient, () =>
        prisma.$transaction(
          (db) => {
            if (!hasJoined) throw new Error("Prisma opened a transaction of its own");
            resolve(db);
            return isLeft;
          },
          { timeout: this.timeoutMs },
        ),
      );
      this.#left = joining.catch(reject);
    });
  }
}

/** A client that opens when a method is first called. */
function lazily(open: () => Promise<Db>): Db {
  type Methods = Record<string, (...args: unknown[]) => unknown>;
  const later =
    (method: string, model?: string) =>
    async (...args: unknown[]) => {
      const db = (await open()) as unknown as Methods & Record<string, Methods>;
      return model === undefined ? db[method]?.(...args) : db[model]?.[method]?.(...args);
    };
  const models = (model: string) => new Proxy({}, { get: (_target, method) => later(String(method), model) });
  return new Proxy({} as Db, {
    get: (_target, name) => (String(name).startsWith("$") ? later(String(name)) : models(String(name))),
  });
}
