import type pg from "pg";
import { connect } from "@/scripts/tools/connection";
import { UserError } from "@/scripts/tools/terminal";
import { Prisma } from "@/lib/infra/prisma/client";

export interface Table {
  name: string;
  /** All columns except generated ones, which the database recomputes. */
  columns: string[];
  /** Whether its rows are in partitions, which are not listed. */
  isPartitioned: boolean;
}

/** One consistent view of the database. */
export interface Snapshot {
  client: pg.Client;
  /** The id by which other connections can import the same snapshot, until this one ends. */
  id: string;
  takenAt: Date;
  tables: Table[];
  /** Tables in the same schema that are not the product's. */
  foreign: string[];
}

/** How long to wait for a running migration. A longer wait would make all writes queue behind it and this lock. */
const LOCK_TIMEOUT_MS = 5000;

/** Settings that keep the transaction from timing out, and the formats that COPY reads back. */
export const COPY_SETTINGS = `
  SET LOCAL statement_timeout = 0;
  SET LOCAL idle_in_transaction_session_timeout = 0;
  SET LOCAL datestyle = 'ISO';
  SET LOCAL intervalstyle = 'postgres';
  SET LOCAL timezone = 'UTC';
  SET LOCAL extra_float_digits = 1`;

/** Runs the work with a consistent snapshot, which delays only migrations. */
export async function inSnapshot<T>(url: string, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  const client = await connect(url);
  try {
    const names = (await tablesOf(client)).map(({ name }) => client.escapeIdentifier(name));
    if (names.length === 0) throw new UserError("There is nothing to back up: the database has no tables.");
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    await client.query(`${COPY_SETTINGS}; SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
    // Locks before the first query, which takes the snapshot: otherwise a table that a migration rewrites in between
    // would look empty.
    await client.query(`LOCK TABLE ${names.join(", ")} IN ACCESS SHARE MODE`);
    const { rows } = await client.query<{ id: string; takenAt: Date }>(
      `SELECT pg_export_snapshot() AS id, clock_timestamp() AS "takenAt"`,
    );
    const all = await tablesOf(client);
    const product = new Set<string>(Object.values(Prisma.ModelName));
    return await work({
      client,
      ...rows[0]!,
      tables: all.filter(({ name }) => product.has(name)),
      foreign: all.filter(({ name }) => !product.has(name)).map(({ name }) => name),
    });
  } finally {
    await client.end();
  }
}

/** The tables of the connection's schema, except the migration history. */
export async function tablesOf(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) FILTER (WHERE a.attgenerated = '') AS columns,
           c.relkind = 'p' AS "isPartitioned"
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     WHERE n.nspname = current_schema() AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relname <> '_prisma_migrations'
       AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
     GROUP BY c.relname, c.relkind ORDER BY c.relname`);
  return rows;
}
