import { createReadStream } from "node:fs";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import type pg from "pg";
import copy from "pg-copy-streams";
import { figure, type Progress, size } from "@/scripts/tools/progress";
import { UserError } from "@/scripts/tools/terminal";
import { meter, writeBackupFile } from "./files";
import type { TableRecord } from "./manifest";
import type { Snapshot, Table } from "./snapshot";

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
