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

/** Prisma's models on the connection of an open transaction. */
export interface JoinedPrisma {
  models: Promise<Db>;
  /** Lets go of the transaction, which its owner ends. */
  leave(): Promise<void>;
}

/** Has Prisma join the open transaction of a connection. */
export function joinPrisma(prisma: PrismaClient, connection: Connection, timeoutMs: number): JoinedPrisma {
  const open = { connection, hasJoined: false };
  let end: () => void;
  const isLeft = new Promise<void>((resolve) => (end = resolve));
  let joined: Promise<unknown>;
  const models = new Promise<Db>((resolve, reject) => {
    const use = (db: Db) => {
      if (!open.hasJoined) throw new Error("Prisma began a transaction of its own");
      resolve(db);
      return isLeft;
    };
    joined = joining.run(open, () => prisma.$transaction(use, { timeout: timeoutMs })).catch(reject);
  });
  const leave = async () => {
    end();
    await joined;
  };
  return { models, leave };
}
