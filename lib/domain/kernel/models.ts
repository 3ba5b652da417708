import { database, type Db } from "@/lib/infra/database/db";
import type { VisitorContext } from "./context";

/**
 * Returns Prisma's models, for the few reads that are plainer with them (docs/decisions/prepared-reads.md). Outside
 * transactions alone: Prisma would use another connection, and wait there for the transaction's own locks.
 */
export function models(ctx: VisitorContext): Db {
  if (ctx.transaction) throw new Error("Prisma's models have no part in a transaction. Use `read` and `write`.");
  return database().prisma;
}
