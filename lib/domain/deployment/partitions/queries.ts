import { read, type VisitorContext } from "@/lib/domain/kernel/context";
import { literal, quoted } from "@/lib/infra/database/sql";
import { PARTITIONED_TABLES, type PartitionedTable } from "./rules";

export interface Partition {
  name: string;
  /** Whether it holds the rows of times without a partition of their own. */
  isDefault: boolean;
  /** Null for the default one, and for the first, which has no beginning. */
  from: Date | null;
  /** Null for the default one. */
  until: Date | null;
}

export function listPartitions(ctx: VisitorContext, { name }: PartitionedTable): Promise<Partition[]> {
  return read<Partition>(ctx, "partitions.list")`
    SELECT name, bounds = 'DEFAULT' AS "isDefault", substring(bounds FROM 'FROM \\(''([^'']+)''\\)')::timestamptz AS "from",
          substring(bounds FROM 'TO \\(''([^'']+)''\\)')::timestamptz AS until
     FROM (SELECT relname::text AS name, pg_get_expr(relpartbound, oid) AS bounds
             FROM pg_inherits JOIN pg_class ON oid = inhrelid WHERE inhparent = ${`"${name}"`}::regclass) partition
    ORDER BY until NULLS FIRST`;
}

/** Rows of a default partition that are counted. Any at all are a fault. */
const MAX_COUNTED = 10_000;

interface PartitionHealth {
  table: PartitionedTable["name"];
  /** For how long ahead there are partitions. Negative: for how long they have been missing. */
  aheadMs: number;
  /** Rows of the default partition, counted up to `MAX_COUNTED`. */
  defaultRows: number;
}

export function readPartitionHealth(ctx: VisitorContext): Promise<PartitionHealth[]> {
  return Promise.all(
    PARTITIONED_TABLES.map(async (table) => {
      const [partitions, [row]] = await Promise.all([
        listPartitions(ctx, table),
        read<{ rows: number }>(ctx, `partitions.strayed.${table.name}`)`
          SELECT count(*)::int AS rows
          FROM (SELECT FROM ${quoted(`${table.name}_default`)} LIMIT ${literal(MAX_COUNTED)}) counted`,
      ]);
      const until = Math.max(...partitions.map((partition) => partition.until?.getTime() ?? 0));
      return { table: table.name, aheadMs: until - ctx.now.getTime(), defaultRows: row?.rows ?? 0 };
    }),
  );
}
