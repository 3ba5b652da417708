// Drops about half of a database's partitions, as retention will in some days, in a separate process, because the
// domain knows only one database. Sends the parent the duration and the remaining sizes.
import { createContext } from "@/lib/domain/kernel/context";
import { daysBefore } from "@/lib/domain/kernel/durations";
import { dropOldPartitions } from "@/lib/domain/deployment/partitions/commands";
import { partitionStart, PARTITIONED_TABLES } from "@/lib/domain/deployment/partitions/rules";
import { database } from "@/lib/infra/database/db";

export interface Stock {
  rows: number;
  bytes: number;
  deadRows: number;
}

export interface Dropped {
  before: Record<string, Stock>;
  after: Record<string, Stock>;
  seconds: number;
}

const TABLES = PARTITIONED_TABLES.filter(({ name }) => name !== "ApiRequest");
/** Half of the retention. */
const HALF_DAYS = 15;

async function takeStock(): Promise<Record<string, Stock>> {
  const stock: Record<string, Stock> = {};
  for (const { name } of TABLES) {
    const [row] = await database().prisma.$queryRawUnsafe<[Stock]>(`
      SELECT (SELECT count(*) FROM "${name}")::float8 AS rows, sum(pg_total_relation_size(relid))::float8 AS bytes,
             sum(pg_stat_get_dead_tuples(relid))::float8 AS "deadRows" FROM pg_partition_tree('"${name}"')`);
    stock[name] = row;
  }
  return stock;
}

const [table] = TABLES;
const middle = partitionStart(table!, daysBefore(new Date(), HALF_DAYS - table!.days / 2));
const ctx = createContext({ actor: null, channel: "session", now: daysBefore(middle, -table!.keptDays) });
const before = await takeStock();
const began = performance.now();
await dropOldPartitions(ctx);
const seconds = (performance.now() - began) / 1000;
process.send!({ before, after: await takeStock(), seconds } satisfies Dropped);
await database().pool.end();
process.disconnect();
