import { type VisitorContext, write } from "@/lib/domain/context";
import { literal, quoted, sql } from "@/lib/infra/database/sql";
import { EXPIRING_TABLES, type Retention } from "./tables";

/** Rows per statement, so that locks are held briefly. */
const BATCH = 1000;

/**
 * Deletes expired rows of all tables whose retention depends on time alone.
 * @throws Error that names the tables that failed, after the others are done. Its cause is the first failure.
 */
export async function deleteExpired(ctx: VisitorContext): Promise<void> {
  const failures = new Map<string, unknown>();
  for (const [table, retention] of Object.entries<Retention>(EXPIRING_TABLES))
    await deleteExpiredRows(ctx, table, retention).catch((failure: unknown) => failures.set(table, failure));
  const [cause] = failures.values();
  if (failures.size > 0) throw new Error(`Expired rows stay in ${[...failures.keys()].join(", ")}`, { cause });
}

async function deleteExpiredRows(ctx: VisitorContext, name: string, retention: Retention): Promise<void> {
  const [table, column] = [quoted(name), quoted(retention.after)];
  // A column of type date compares with the day in UTC.
  const before = new Date(ctx.now.getTime() - retention.keptMs).toISOString();
  const statement = sql`
    DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM ${table} WHERE ${column} < ${before} AND ${retention.where ?? sql`true`}
       ORDER BY ${column} LIMIT ${literal(BATCH)} FOR UPDATE SKIP LOCKED))`;
  while ((await write(ctx, `retention.${name}`)`${statement}`) === BATCH);
}
