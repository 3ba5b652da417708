import { inTransaction, read, type VisitorContext, write } from "@/lib/domain/kernel/context";
import { daysBefore } from "@/lib/domain/kernel/durations";
import { literal, none, quoted, type Sql, sql } from "@/lib/infra/database/sql";
import { listPartitions, type Partition } from "./queries";
import {
  type NewPartition,
  newPartition,
  PARTITIONED_TABLES,
  type PartitionedTable,
  partitionStart,
  partitionStarts,
} from "./rules";

/** Queries of a table wait for a pending change of it, which waits for earlier ones, for three locks in succession. */
const LOCK_TIMEOUT_MS = 50;
/** Rows of a default partition that are moved or read while all queries of the table wait. */
const MAX_MOVED = 5000;
/** Rows per statement, so that locks are held briefly. */
const BATCH = 1000;

/**
 * Creates the partitions of rows to be inserted soon, and those whose rows are in the default partition because they
 * were missing. If a lock is not available soon, the next run retries; meanwhile rows go to the default partition.
 */
export async function makePartitions(ctx: VisitorContext, { maxMoved = MAX_MOVED } = {}): Promise<void> {
  await forAll(async (table) => {
    const [existing, strays] = await Promise.all([listPartitions(ctx, table), readStrays(ctx, table, maxMoved + 1)]);
    const current = partitionStart(table, ctx.now);
    const strayed = new Set(strays.map((createdAt) => partitionStart(table, createdAt).getTime()));
    for (const start of partitionStarts(table, ctx.now)) {
      if (existing.some((partition) => covers(partition, start))) continue;
      const partition = newPartition(table, start);
      if (strays.length > maxMoved) {
        if (start > ctx.now) await createWithoutMoving(ctx, table, partition);
      } else if (start >= current || strayed.has(start.getTime())) {
        const mayHaveRows = start <= ctx.now || strayed.has(start.getTime());
        await alter(ctx, table, (tx) => create(tx, table, partition, { mayHaveRows }));
      }
    }
  });
}

/**
 * Drops partitions whose rows are all old, and deletes old rows of the default one. If a lock is not free soon, as
 * during a backup, the next run retries.
 */
export async function dropOldPartitions(ctx: VisitorContext): Promise<void> {
  await forAll(async (table) => {
    const before = daysBefore(ctx.now, table.keptDays);
    for (const { name, until, isDefault } of await listPartitions(ctx, table)) {
      const isOld = until !== null && until <= before;
      if (isOld && !(await drop(ctx, table, name))) await deleteOldRows(ctx, table, { name, before, order: none });
      if (isDefault) await deleteOldRows(ctx, table, { name, before, order: sql`ORDER BY "createdAt"` });
    }
  });
}

/** Alters every table, even if one of them fails because it is in use. */
async function forAll(work: (table: PartitionedTable) => Promise<void>): Promise<void> {
  const results = await Promise.allSettled(PARTITIONED_TABLES.map(work));
  for (const result of results) if (result.status === "rejected") throw result.reason;
}

const covers = ({ from, until }: Partition, start: Date) =>
  until !== null && start < until && (from === null || from <= start);

const defaultOf = ({ name }: PartitionedTable) => quoted(`${name}_default`);

async function readStrays(ctx: VisitorContext, table: PartitionedTable, limit: number): Promise<Date[]> {
  const statement = sql`SELECT "createdAt" FROM ${defaultOf(table)} LIMIT ${limit}`;
  const rows = await read<{ createdAt: Date }>(ctx, `partitions.strays.${table.name}`)`${statement}`;
  return rows.map(({ createdAt }) => createdAt);
}

/**
 * Moves the partition's rows out of the default one. Attaching scans the default partition, which stays locked until
 * then. A query that has found the table's partitions and then waits for the default one would see these rows in
 * neither, so queries wait for the table itself if there may be rows to move.
 */
async function create(
  tx: VisitorContext,
  table: PartitionedTable,
  partition: NewPartition,
  { mayHaveRows }: { mayHaveRows: boolean },
): Promise<void> {
  const { name, bounds, options, start, end } = partition;
  const parent = quoted(table.name);
  if (await exists(tx, name)) return;
  const locked = mayHaveRows ? sql`ONLY ${parent}, ${defaultOf(table)}` : defaultOf(table);
  await write(tx, `partitions.create.${name.sql}`)`CREATE TABLE ${name} (LIKE ${parent} INCLUDING ALL)${options}`;
  const lock = `partitions.${mayHaveRows ? "lockTable" : "lockDefault"}.${table.name}`;
  await write(tx, lock)`LOCK TABLE ${locked} IN ACCESS EXCLUSIVE MODE`;
  await write(tx, `partitions.move.${name.sql}`)`
    WITH moved AS (
      DELETE FROM ${defaultOf(table)} WHERE "createdAt" >= ${start} AND "createdAt" < ${end} RETURNING *)
    INSERT INTO ${name} SELECT * FROM moved`;
  // Unlike CREATE TABLE … PARTITION OF, this does not lock the whole table.
  await write(tx, `partitions.attach.${name.sql}`)`ALTER TABLE ${parent} ATTACH PARTITION ${name} ${bounds}`;
}

/**
 * Creates a future partition while the default one is large. Scanning that takes long, so a constraint that excludes
 * the new partition's rows is validated before the lock is taken. This does not work for a period that has begun: its
 * rows would be rejected.
 */
async function createWithoutMoving(ctx: VisitorContext, table: PartitionedTable, partition: NewPartition) {
  const constraint = quoted(`${table.name}_default_bound`);
  const [from, to] = [partition.start, partition.end].map((time) => literal(`'${time.toISOString()}'`));
  const change = (name: string, action: Sql) => async (tx: VisitorContext) =>
    void (await write(tx, `partitions.${name}`)`ALTER TABLE ${defaultOf(table)} ${action}`);
  const outside = sql`CHECK ("createdAt" < ${from!} OR "createdAt" >= ${to!})`;
  const replace = sql`DROP CONSTRAINT IF EXISTS ${constraint}, ADD CONSTRAINT ${constraint} ${outside} NOT VALID`;
  await alter(ctx, table, change(`bound.${partition.name.sql}`, replace));
  await alter(ctx, table, change(`validate.${table.name}`, sql`VALIDATE CONSTRAINT ${constraint}`));
  await alter(ctx, table, async (tx) => {
    await create(tx, table, partition, { mayHaveRows: false });
    await change(`unbound.${table.name}`, sql`DROP CONSTRAINT IF EXISTS ${constraint}`)(tx);
  });
}

/** @returns whether the partition was dropped: one with rows to keep is not */
async function drop(ctx: VisitorContext, table: PartitionedTable, name: string): Promise<boolean> {
  const partition = quoted(name);
  let isGone = true;
  await alter(ctx, table, async (tx) => {
    if (!(await exists(tx, partition))) return;
    if (table.kept) {
      const alone = sql`LOCK TABLE ONLY ${quoted(table.name)}, ${partition} IN ACCESS EXCLUSIVE MODE`;
      await write(tx, `partitions.lock.${name}`)`${alone}`;
      const kept = sql`SELECT FROM ${partition} WHERE ${table.kept} LIMIT 1`;
      isGone = (await read(tx, `partitions.kept.${name}`)`${kept}`).length === 0;
    }
    if (isGone) await write(tx, `partitions.drop.${name}`)`DROP TABLE ${partition}`;
  });
  return isGone;
}

/** @param order an order for which the partition has an index, so that a batch does not scan newer rows */
async function deleteOldRows(
  ctx: VisitorContext,
  { kept }: PartitionedTable,
  { name, before, order }: { name: string; before: Date; order: Sql },
): Promise<void> {
  const partition = quoted(name);
  const isFinal = kept ? sql`AND NOT (${kept})` : none;
  const statement = sql`
    DELETE FROM ${partition} WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM ${partition} WHERE "createdAt" < ${before} ${isFinal} ${order} LIMIT ${literal(BATCH)}
        FOR UPDATE SKIP LOCKED))`;
  while ((await write(ctx, `partitions.deleteOld.${name}`)`${statement}`) === BATCH);
}

/** Alters the table in a transaction, unless another process is altering it. */
async function alter(
  ctx: VisitorContext,
  { name }: PartitionedTable,
  change: (tx: VisitorContext) => Promise<void>,
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const lock = sql`SELECT WHERE pg_try_advisory_xact_lock(hashtext(${`pegboard.partitions.${name}`}))`;
    if ((await write(tx, "partitions.alter")`${lock}`) === 0) return;
    await write(tx, "partitions.lockTimeout")`SET LOCAL lock_timeout = ${literal(LOCK_TIMEOUT_MS)}`;
    await change(tx);
  });
}

/** Whether the partition exists: another process may have created or dropped it meanwhile. */
async function exists(tx: VisitorContext, name: Sql): Promise<boolean> {
  const rows = await read(tx, "partitions.exists")`SELECT WHERE to_regclass(${name.sql}) IS NOT NULL`;
  return rows.length > 0;
}
