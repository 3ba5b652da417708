import { createReadStream } from "node:fs";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import type pg from "pg";
import copy from "pg-copy-streams";
import { connect } from "@/scripts/tools/connection";
import { UserError, figure, type Progress, size } from "@/scripts/tools/terminal";
import { Prisma } from "@/lib/infra/prisma/client";
import { meter, writeBackupFile } from "./files";
import type { TableRecord } from "./manifest";

interface Table {
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

/** At higher levels, gzip takes much longer for little gain. */
const COMPRESSION = { level: 4 };

/** Writes every table of the snapshot to a file of its own, in PostgreSQL's text format. */
export async function exportTables(
  directory: string,
  { client, tables }: Snapshot,
  progress: Progress,
): Promise<TableRecord[]> {
  const records: TableRecord[] = [];
  for (const table of tables) {
    const rows = client.query(copy.to(`COPY ${source(client, table)} TO STDOUT`));
    const file = await writeBackupFile(
      directory,
      `tables/${table.name}.copy.gz`,
      rows,
      meter((bytes) => progress(table.name, size(bytes))),
      createGzip(COMPRESSION),
    );
    await client.query("SELECT"); // waits until the result of COPY, with the number of rows, has arrived
    const { name, columns } = table;
    records.push({ name, columns, rows: rows.rowCount, file });
    if (rows.rowCount > 0) progress(table.name, `${figure(rows.rowCount)} rows, ${size(file.bytes)}`, "done");
  }
  return records;
}

/**
 * Copies rows back into a table that was emptied in the same transaction.
 * @param isPartitioned whether the rows go to partitions, which takes longer
 */
export async function importTable(
  directory: string,
  client: pg.Client,
  { table, isPartitioned }: { table: TableRecord; isPartitioned: boolean },
  progress: Progress,
): Promise<void> {
  const text = meter((bytes) => progress(table.name, size(bytes)));
  const rows = client.query(
    copy.from(`COPY ${target(client, table)} FROM STDIN${isPartitioned ? "" : " WITH (FREEZE)"}`),
  );
  await pipeline(createReadStream(path.join(directory, table.file.path)), createGunzip(), text, rows);
  if (rows.rowCount !== table.rows)
    throw new UserError(`${table.name} has ${rows.rowCount} rows in its file, and ${table.rows} by the manifest.`);
  if (table.rows > 0) progress(table.name, `${figure(table.rows)} rows`, "done");
}

/** The source for COPY. For a partitioned table it is a query, because COPY does not read partitions. */
function source(client: pg.Client, table: Table): string {
  if (!table.isPartitioned) return target(client, table);
  return `(SELECT ${columnsOf(client, table)} FROM ${client.escapeIdentifier(table.name)})`;
}

function target(client: pg.Client, table: Pick<Table, "name" | "columns">): string {
  return `${client.escapeIdentifier(table.name)} (${columnsOf(client, table)})`;
}

function columnsOf(client: pg.Client, { columns }: Pick<Table, "columns">): string {
  return columns.map((column) => client.escapeIdentifier(column)).join(", ");
}
