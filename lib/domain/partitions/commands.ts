import { inTransaction, read, type VisitorContext, write } from "@/lib/domain/context";
import { daysBefore } from "@/lib/domain/durations";
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

/** Whoever uses a table waits for this change of it, which waits for others: for three locks, one after another. */
const LOCK_TIMEOUT_MS = 50;
/** Rows of a default partition that are moved or read while everybody waits. */
const MAX_MOVED = 5000;
/** Rows per statement, so that locks are short. */
const BATCH = 1000;

/**
 * Makes the partitions of what will be inserted soon, and those whose rows are in the default partition because they
 * were missing. What cannot be locked soon is left to the next run; meanwhile its rows go to the default partition.
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
        await alter(ctx, table, (tx) => create(tx, table, partition));
      }
    }
  });
}

/**
 * Drops the partitions of which all rows are older than the table keeps them, and deletes the old rows of the default
 * one. What cannot be locked soon, as during a backup, is left to the next run.
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

/** One table that is in use does not keep the others from being altered. */
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

/** Moves the partition's rows out of the default one, which is locked until it is attached, and read by that. */
async function create(tx: VisitorContext, table: PartitionedTable, partition: NewPartition): Promise<void> {
  const { name, bounds, options, start, end } = partition;
  const parent = quoted(table.name);
  if (await exists(tx, name)) return;
  const alone = sql`LOCK TABLE ${defaultOf(table)} IN ACCESS EXCLUSIVE MODE`;
  await write(tx, `partitions.create.${name.sql}`)`CREATE TABLE ${name} (LIKE ${parent} INCLUDING ALL)${options}`;
  await write(tx, `partitions.lockDefault.${table.name}`)`${alone}`;
  await write(tx, `partitions.move.${name.sql}`)`
    WITH moved AS (
      DELETE FROM ${defaultOf(table)} WHERE "createdAt" >= ${start} AND "createdAt" < ${end} RETURNING *)
    INSERT INTO ${name} SELECT * FROM moved`;
  // Unlike CREATE TABLE … PARTITION OF, this does not lock the whole table.
  await write(tx, `partitions.attach.${name.sql}`)`ALTER TABLE ${parent} ATTACH PARTITION ${name} ${bounds}`;
}

/**
 * Creates a partition of a time to come while the default one is large: reading that takes long, and so it happens
 * before the lock, under a constraint that keeps the partition's rows out of it. A time that has begun cannot be: its
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
    await create(tx, table, partition);
    await change(`unbound.${table.name}`, sql`DROP CONSTRAINT IF EXISTS ${constraint}`)(tx);
  });
}

/** @returns whether the partition is gone: one with rows that are kept is not */
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

/** @param order an order that the partition has an index for, so that a batch does not look at what is not old */
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

/** Alters the table in a transaction, unless another process does. */
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

/** Whether another process has made it, or not dropped it, in the meantime. */
async function exists(tx: VisitorContext, name: Sql): Promise<boolean> {
  const rows = await read(tx, "partitions.exists")`SELECT WHERE to_regclass(${name.sql}) IS NOT NULL`;
  return rows.length > 0;
}
