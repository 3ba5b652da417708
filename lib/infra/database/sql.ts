import { Prisma } from "@/lib/infra/prisma/client";

export type Sql = Prisma.Sql;

/** Interpolated fragments become part of the text, all other values numbered parameters: `sql\`WHERE id = ${id}\``. */
export const sql = Prisma.sql;

/** Joins fragments: `joined([a, b], ", ")`. */
export const joined = (fragments: readonly Sql[], separator: string): Sql => Prisma.join(fragments, separator);

/** Inlines a name or constant of our own, never input, as SQL text: the planner sees constants but no parameters. */
export const literal = (text: string | number): Sql => Prisma.raw(String(text));

/** Returns the name of a table or column of ours, as SQL text. */
export const quoted = (name: string): Sql => literal(`"${name}"`);

export const none = Prisma.empty;

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
