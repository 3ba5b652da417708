import { PrismaPg } from "@prisma/adapter-pg";
import type pg from "pg";
import { ACQUIRE_TIMEOUT_MS, BoundedPool } from "./database-pool";
import { env } from "./env";
import { type Prisma, PrismaClient } from "@/lib/infra/prisma/client";

/** A client, or an open transaction: both answer the same model calls. */
export type Db = Prisma.TransactionClient;

interface Database {
  pool: pg.Pool;
  prisma: PrismaClient;
}

// One pool serves Prisma and the prepared reads. It outlives hot reloads, which would leak a pool each.
const shared = globalThis as typeof globalThis & { pegboardDatabase?: Database };

/**
 * Sixty writers that queue for one row must wait, not fail: Prisma's own limits of 2 s and 5 s are for quieter houses.
 * With the wait for a connection it stays below the 30 s after which proxies give up.
 */
const TRANSACTION_LIMITS = { maxWait: ACQUIRE_TIMEOUT_MS + 2000, timeout: 15_000 };

export function database(): Database {
  return (shared.pegboardDatabase ??= open());
}

function open(): Database {
  const pool = new BoundedPool(env().database);
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool), transactionOptions: TRANSACTION_LIMITS });
  return { pool, prisma };
}

/** One round trip through a named prepared statement: about half of what the same read costs through Prisma. */
export async function preparedRead<Row extends object>(
  name: string,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> {
  const { rows } = await database().pool.query<Row>(statement(name, text, values));
  return rows;
}

/** A write of one statement, in the same way. */
export async function preparedWrite(name: string, text: string, values: readonly unknown[]): Promise<void> {
  await database().pool.query(statement(name, text, values));
}

function statement(name: string, text: string, values: readonly unknown[]): pg.QueryConfig {
  return env().database.preparedStatements ? { name, text, values: [...values] } : { text, values: [...values] };
}
