import { DAY_MS, daysBefore } from "@/lib/domain/kernel/durations";
import { EVENT_RETENTION_DAYS } from "@/lib/domain/consequences/events/rules";
import { REQUEST_RETENTION_DAYS } from "@/lib/domain/accounts/request-log/rules";
import { DELIVERY_RETENTION_DAYS } from "@/lib/domain/consequences/webhooks/rules";
import { literal, quoted, type Sql, sql } from "@/lib/infra/database/sql";

/** A table that is partitioned by `createdAt`. */
export interface PartitionedTable {
  name: "ApiRequest" | "Event" | "Delivery";
  /** Days that a partition covers. */
  days: number;
  /** Days for which rows are kept. */
  keptDays: number;
  /** Partitions that are created ahead: the time to notice a failing job. */
  partitionsAhead: number;
  /** Percentage of a page that inserts fill; the rest keeps updates on the same page. */
  fillfactor?: number;
  /** Matches rows that are kept beyond `keptDays`, together with their partition. */
  kept?: Sql;
}

export const EVENT_TABLE: PartitionedTable = {
  name: "Event",
  days: 7,
  keptDays: EVENT_RETENTION_DAYS,
  partitionsAhead: 1,
};

/** Our choices: few partitions make planning cheap, but a longer one is dropped later after its first row is old. */
export const PARTITIONED_TABLES: readonly PartitionedTable[] = [
  { name: "ApiRequest", days: 1, keptDays: REQUEST_RETENTION_DAYS, partitionsAhead: 3 },
  EVENT_TABLE,
  {
    name: "Delivery",
    days: 7,
    keptDays: DELIVERY_RETENTION_DAYS,
    partitionsAhead: 1,
    fillfactor: 70,
    kept: sql`status = 'pending'`,
  },
];

/** A Monday, so that weeks begin on Mondays. */
const ORIGIN_MS = 4 * DAY_MS;

export function partitionStart({ days }: PartitionedTable, moment: Date): Date {
  const widthMs = days * DAY_MS;
  return new Date(ORIGIN_MS + Math.floor((moment.getTime() - ORIGIN_MS) / widthMs) * widthMs);
}

/** Returns the starts of all partitions with rows that are kept, or will be inserted soon; oldest first. */
export function partitionStarts(table: PartitionedTable, now: Date): Date[] {
  const widthMs = table.days * DAY_MS;
  const first = partitionStart(table, daysBefore(now, table.keptDays)).getTime();
  const last = partitionStart(table, now).getTime() + table.partitionsAhead * widthMs;
  return Array.from({ length: (last - first) / widthMs + 1 }, (_, n) => new Date(first + n * widthMs));
}

export interface NewPartition {
  name: Sql;
  start: Date;
  end: Date;
  /** `FOR VALUES …` */
  bounds: Sql;
  /** ` WITH (…)` */
  options: Sql;
}

/** Returns the partition that begins at `start`, the day in which its name ends. */
export function newPartition(table: PartitionedTable, start: Date): NewPartition {
  const end = new Date(start.getTime() + table.days * DAY_MS);
  return {
    name: quoted(`${table.name}_${start.toISOString().slice(0, 10).replaceAll("-", "")}`),
    start,
    end,
    bounds: literal(`FOR VALUES FROM ('${start.toISOString()}') TO ('${end.toISOString()}')`),
    options: literal(table.fillfactor === undefined ? "" : ` WITH (fillfactor = ${table.fillfactor})`),
  };
}
