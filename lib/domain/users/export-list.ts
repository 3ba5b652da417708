import { joined, literal, type Sql, sql } from "@/lib/infra/database/sql";

/** A list of one account, in the order of an index. */
export interface ExportList extends Order {
  columns: Sql;
  from: Sql;
  pageRows?: number;
}

interface Order {
  /** The condition for rows after a position. */
  after(position: RowPosition): Sql;
  order: Sql;
  /** The columns of a row's position. */
  at: string;
  id: string;
}

/** The values of a row's columns `at` and `id`. */
export type RowPosition = readonly [at: unknown, id: unknown];

/** Qualifies the names of columns, which spaces separate, with the alias of their table. */
export function columnsOf(alias: string, names: string): Sql {
  return literal(
    names
      .split(" ")
      .map((name) => `${alias}."${name}"`)
      .join(", "),
  );
}

/** A list of one table's rows, newest first unless told otherwise. `table` is its name and alias: `Comment c`. */
export function rowsOf(table: `${string} ${string}`, names: string, condition: Sql, order?: Order): ExportList {
  const [name, alias = ""] = table.split(" ");
  return {
    columns: columnsOf(alias, names),
    from: sql`${literal(`"${name}" ${alias}`)} WHERE ${condition}`,
    ...(order ?? newestFirst(alias)),
  };
}

/** The order of rows whose index has no time. */
export function inOrderOf(alias: string, id: string): Order {
  const column = literal(`${alias}."${id}"`);
  return { after: ([, afterId]: RowPosition) => sql`${column} > ${afterId}`, order: column, at: id, id };
}

/** The order by time, newest first. */
export function newestFirst(alias: string, at = "createdAt", id = "id"): Order {
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
