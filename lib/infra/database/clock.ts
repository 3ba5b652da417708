import { type Sql, sql } from "@/lib/infra/database/sql";

/**
 * The database's time, for SQL. Due times and leases use this clock only, because machines' clocks differ and jump.
 * Truncated to the milliseconds that columns store: if it were rounded up, a time written as "now" would not be due
 * yet.
 */
export const NOW = sql`date_trunc('milliseconds', now())`;

/** The real time, also in sandboxes, where `now()` is the sandbox's clock: for what the developer's programs hold. */
export const REAL_NOW = sql`pg_catalog.now()`;

/** Returns the database's time plus `ms` milliseconds, which may be negative. */
export function nowPlus(ms: number): Sql {
  return sql`${NOW} + ${ms}::float8 * interval '1 millisecond'`;
}
