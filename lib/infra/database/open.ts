import { PrismaPg } from "@prisma/adapter-pg";
import { PrismaClient } from "@/lib/infra/prisma/client";
import { ACQUIRE_TIMEOUT_MS, type BoundedPool } from "./pool";

export interface Database {
  pool: BoundedPool;
  prisma: PrismaClient;
}

/** On a busy machine, Prisma's defaults of 2 s and 5 s do not suffice. */
const TRANSACTION_LIMITS = { maxWait: ACQUIRE_TIMEOUT_MS + 2000, timeout: 15_000 };

export function open(pool: BoundedPool): Database {
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool), transactionOptions: TRANSACTION_LIMITS });
  return { pool, prisma };
}

export async function end({ pool, prisma }: Database): Promise<void> {
  await prisma.$disconnect();
  await pool.end();
}
