import { inTransaction, type VisitorContext } from "@/lib/domain/context";
import { DAY_MS, utcDay } from "@/lib/domain/durations";
import { literal, type Sql, sql } from "@/lib/infra/database/sql";
import { PARTITION_DAYS_AHEAD, REQUEST_RETENTION_DAYS } from "./rules";

const PREFIX = "ApiRequest_";
/** Requests are written, and lists read, while a partition is made or dropped: it waits for them, and they for it. */
const LOCK_TIMEOUT_MS = 1000;

/**
 * Makes the partitions of today and the days to come, and drops those whose last request is older than the retention.
 * Whatever cannot be locked soon is left to the next run; meanwhile the rows of a day without a partition go to the
 * default one.
 */
export async function keepPartitions(ctx: VisitorContext): Promise<void> {
  const existing = await ctx.db.$queryRaw<{ name: string }[]>`
    SELECT relname::text AS name FROM pg_inherits JOIN pg_class ON oid = inhrelid
     WHERE inhparent = '"ApiRequest"'::regclass`;
  const names = new Set(existing.map(({ name }) => name));
  const today = utcDay(ctx.now).getTime();
  const days = Array.from({ length: PARTITION_DAYS_AHEAD + 1 }, (_, ahead) => new Date(today + ahead * DAY_MS));
  const oldest = nameOf(new Date(ctx.now.getTime() - REQUEST_RETENTION_DAYS * DAY_MS));
  for (const day of days) if (!names.has(nameOf(day))) await alter(ctx, (tx) => createPartition(tx, day));
  for (const name of names)
    if (/_\d{8}$/.test(name) && name < oldest)
      await alter(ctx, (tx) => run(tx, sql`DROP TABLE IF EXISTS ${quoted(name)}`));
}

/** A day whose rows are in the default partition already, because this came too late, stays there. */
async function createPartition(tx: VisitorContext, day: Date): Promise<void> {
  const end = new Date(day.getTime() + DAY_MS);
  const [row] = await tx.db.$queryRaw<{ exists: boolean }[]>`
    SELECT EXISTS (SELECT FROM "ApiRequest_default" WHERE "createdAt" >= ${day} AND "createdAt" < ${end})`;
  if (row?.exists) return;
  const range = literal(`FROM ('${day.toISOString()}') TO ('${end.toISOString()}')`);
  await run(tx, sql`CREATE TABLE IF NOT EXISTS ${quoted(nameOf(day))} PARTITION OF "ApiRequest" FOR VALUES ${range}`);
}

/** Alters the table in a transaction, unless another process does. */
async function alter(ctx: VisitorContext, change: (tx: VisitorContext) => Promise<void>): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const [lock] = await tx.db.$queryRaw<{ taken: boolean }[]>`
      SELECT pg_try_advisory_xact_lock(hashtext('pegboard.request-log.partitions')) AS taken`;
    if (!lock?.taken) return;
    await run(tx, sql`SET LOCAL lock_timeout = ${literal(LOCK_TIMEOUT_MS)}`);
    await change(tx);
  });
}

const run = ({ db }: VisitorContext, statement: Sql) => db.$executeRaw(statement).then(() => undefined);
const quoted = (name: string) => literal(`"${name}"`);
const nameOf = (day: Date) => PREFIX + day.toISOString().slice(0, 10).replaceAll("-", "");
