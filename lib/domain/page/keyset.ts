import { decodeCursor, encodeCursor, type Position } from "./cursor";
import { type Page, PAGE_LIMIT, type PageRequest } from "./schema";
import { joined, literal, type Sql, sql } from "@/lib/infra/sql";

/** The position before the first row. */
const START = { at: "infinity", id: "" };

/** A position that rows follow: `at` is an ISO timestamp or `infinity`. */
export interface After {
  at: string;
  id: string;
}

export interface Keyset<Row, T> {
  /** The list and everything that filters it: a cursor of one list is rejected by all others. */
  list: readonly string[];
  /** Reads `take` rows after a position. */
  rows(after: After, take: number): Promise<Row[]>;
  position(row: Row): Position;
  present(row: Row): T;
}

/**
 * Returns one page of a list, at constant cost at any depth. Reads one extra row to know whether it is the last page.
 */
export async function paginate<Row, T>(request: PageRequest, keyset: Keyset<Row, T>): Promise<Page<T>> {
  const after = request.cursor === undefined ? START : decodeCursor(request.cursor, keyset.list);
  const rows = await keyset.rows(after, request.limit + 1);
  const shown = rows.slice(0, request.limit);
  const last = shown.at(-1);
  const more = rows.length > request.limit && last !== undefined;
  return {
    data: shown.map(keyset.present),
    nextCursor: more ? encodeCursor(keyset.position(last), keyset.list) : null,
  };
}

/**
 * The first rows of a public list. With a limit as a parameter the planner would assume a tenth of the table and replan
 * every call; with the highest possible limit as a constant inside, one plan serves all calls.
 */
export function firstRows(count: number, list: Sql, most = PAGE_LIMIT.max + 1): Sql {
  return sql`SELECT * FROM (${list} LIMIT ${literal(most)}) list LIMIT ${count}`;
}

/** The columns by which a list is ordered. */
interface SortKey {
  at: Sql;
  id: Sql;
}

/** A part of a list: the columns that an index begins with, and their values. */
export type EqualityPrefix = { column: Sql; value: Sql }[];

/**
 * What follows `WHERE … AND` in a list by time, newest first: the whole list, or the part under an equality prefix.
 * With plain equalities the planner may scan the whole list for rare rows.
 */
export function newestFirst({ at, id }: SortKey, after: After, prefix: EqualityPrefix = []): Sql {
  if (prefix.length === 0)
    return sql`(${at}, ${id}) < (${after.at}::timestamptz, ${after.id}) ORDER BY ${at} DESC, ${id} DESC`;
  const columns = joined(
    prefix.map(({ column }) => column),
    ", ",
  );
  const values = joined(
    prefix.map(({ value }) => value),
    ", ",
  );
  const order = joined(
    [...prefix.map(({ column }) => column), at, id].map((column) => sql`${column} DESC`),
    ", ",
  );
  return sql`(${columns}) >= (${values})
    AND (${columns}, ${at}, ${id}) < (${values}, ${after.at}::timestamptz, ${after.id}) ORDER BY ${order}`;
}
