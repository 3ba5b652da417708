import { JoiningPrismaPg } from "./joined-prisma";
import { ACQUIRE_TIMEOUT_MS, BoundedPool, MIN_CONNECTIONS } from "./pool";
import { env } from "@/lib/infra/environment/env";
import { type Prisma, PrismaClient } from "@/lib/infra/prisma/client";
import type { Sql } from "@/lib/infra/database/sql";
import { sendStatement } from "./prepared-query";
import { currentSandbox } from "@/lib/infra/sandbox/scope";
import { processWide } from "@/lib/infra/process/process-wide";
import { processShare } from "@/lib/infra/process/supervisor";

/** Prisma's models, outside transactions or within one. */
export type Db = Omit<Prisma.TransactionClient, `$${string}`>;

export interface Database {
  pool: BoundedPool;
  prisma: PrismaClient;
}

/** One pool serves Prisma and the prepared reads. */
const liveDatabase = processWide("database", openLive);

/** On a busy machine, Prisma's defaults of 2 s and 5 s do not suffice. */
const TRANSACTION_LIMITS = { maxWait: ACQUIRE_TIMEOUT_MS + 2000, timeout: 15_000 };

/** The database of the caller: a sandbox's own, or the live one. */
export function database(): Database {
  return currentSandbox()?.database ?? liveDatabase();
}

function openLive(): Database {
  const settings = env().database;
  return open(new BoundedPool({ ...settings, poolMax: processShare(settings.poolMax, MIN_CONNECTIONS) }));
}

/** Prisma on a pool of connections. */
export function open(pool: BoundedPool): Database {
  const prisma = new PrismaClient({ adapter: new JoiningPrismaPg(pool), transactionOptions: TRANSACTION_LIMITS });
  return { pool, prisma };
}

/** Runs a named prepared statement in one round trip, at a fraction of the cost of the same read through Prisma. */
export async function preparedRead<Row extends object>(name: string, statement: Sql): Promise<Row[]> {
  return (await run<Row>(name, statement)).rows;
}

/** Runs a single-statement write in the same way, and returns the number of rows written. */
export async function preparedWrite(name: string, statement: Sql): Promise<number> {
  return (await run(name, statement)).count;
}

function run<Row extends object>(name: string, statement: Sql): Promise<{ rows: Row[]; count: number }> {
  return new Promise((resolve, reject) =>
    database().pool.connect((error, client, release) => {
      if (!client) return reject(error ?? new Error("No connection"));
      sendStatement<Row>(client, name, statement, (failure, rows, count) => {
        release(failure ?? undefined);
        if (failure) reject(failure);
        else resolve({ rows, count });
      });
    }),
  );
}
