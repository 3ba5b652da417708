import { joined, literal, type Sql, sql } from "@/lib/infra/sql";

/** A list of one account, in the order of an index. */
export interface ExportList {
  columns: Sql;
  from: Sql;
  /** The condition for rows after a position. */
  after(position: RowPosition): Sql;
  order: Sql;
  /** The columns of a row's position. */
  at: string;
  id: string;
  pageRows?: number;
}

/** The values of a row's columns `at` and `id`. */
export type RowPosition = readonly [at: unknown, id: unknown];

/** Columns of a table by their names, with spaces between them. */
export function columnsOf(alias: string, names: string): Sql {
  return literal(
    names
      .split(" ")
      .map((name) => `${alias}."${name}"`)
      .join(", "),
  );
}

/** Of rows with no time in their index. */
export function inOrderOf(alias: string, id: string) {
  const column = literal(`${alias}."${id}"`);
  return { after: ([, afterId]: RowPosition) => sql`${column} > ${afterId}`, order: column, at: id, id };
}

/** By time, newest first. */
export function newestFirst(alias: string, at = "createdAt", id = "id") {
  const columns = [literal(`${alias}."${at}"`), literal(`${alias}."${id}"`)];
  return {
    after: ([afterAt, afterId]: RowPosition) => sql`(${joined(columns, ", ")}) < (${afterAt}::timestamptz, ${afterId})`,
    order: joined(
      columns.map((column) => sql`${column} DESC`),
      ", ",
    ),
    at,
    id,
  };
}
