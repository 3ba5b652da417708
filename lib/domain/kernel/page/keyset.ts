import { decodeCursor, encodeCursor, type Position } from "./cursor";
import { type Page, PAGE_LIMIT, type PageRequest } from "./schema";
import { joined, literal, type Sql, sql } from "@/lib/infra/database/sql";

/** The position before the first row. */
const START = { at: "infinity", id: "" };

/** A position that rows follow: `at` is an ISO timestamp or `infinity`. */
export interface After {
  at: string;
  id: string;
}

interface Keyset<Row, T> {
  /** The list and everything that filters it: a cursor of one list is rejected by all others. */
  list: readonly string[];
  rows(after: After, take: number): Promise<Row[]>;
  position(row: Row): Position;
  present(row: Row): T;
  screen?: Screen<Row>;
  /**
   * For `rows` that examines a bounded number of rows: the last row that it examined, if others follow. A page that is
   * not full then continues after it, as the pages of a screened list do.
   */
  lastExamined?(after: After): Promise<Position | undefined>;
}

/** Filters rows of a list after reading them, where no SQL condition can. */
export interface Screen<Row> {
  /** Extra rows to read for a page, to replace those that are filtered out. */
  spareRows: number;
  keeps(rows: Row[]): Promise<boolean[]>;
}

/**
 * The most reads for one page of a filtered list, which bound its cost. A page that is not full by then
 * stays short, or even empty; its cursor continues after the last row that was read, so following cursors still reaches
 * the end.
 */
const MAX_READS = 8;
/** Each further read covers this many times the rows of the one before, so that few reads examine many. */
const READ_GROWTH = 4;

/**
 * Returns one page of a list, at constant cost at any depth. Reads a row more to recognize the last page, and more to
 * replace filtered ones.
 */
export async function paginate<Row, T>(request: PageRequest, keyset: Keyset<Row, T>): Promise<Page<T>> {
  const after = request.cursor === undefined ? START : decodeCursor(request.cursor, keyset.list);
  const { rows, stoppedAt } = await readKept(after, request.limit, keyset);
  const shown = rows.slice(0, request.limit);
  const lastShown = shown.at(-1);
  const last = rows.length > request.limit && lastShown !== undefined ? keyset.position(lastShown) : stoppedAt;
  return {
    data: shown.map(keyset.present),
    nextCursor: last === undefined ? null : encodeCursor(last, keyset.list),
  };
}

/** Reads until it has more than a page, or the list ends; else `stoppedAt` is the position of the last examined row. */
async function readKept<Row, T>(
  start: After,
  limit: number,
  { rows: readRows, position, screen, lastExamined }: Keyset<Row, T>,
): Promise<{ rows: Row[]; stoppedAt?: Position }> {
  const most = Math.max(limit, PAGE_LIMIT.max) + 1;
  const kept: Row[] = [];
  let after = start;
  let take = Math.min(limit + 1 + (screen?.spareRows ?? 0), most);
  for (let reads = 1; ; reads++) {
    const rows = await readRows(after, take);
    const keeps = await screen?.keeps(rows);
    kept.push(...(keeps ? rows.filter((_row, index) => keeps[index]) : rows));
    const last = rows.at(-1);
    if (kept.length > limit) return { rows: kept };
    if (rows.length < take || last === undefined) return { rows: kept, stoppedAt: await lastExamined?.(after) };
    if (reads === MAX_READS) return { rows: kept, stoppedAt: position(last) };
    const { at, id } = position(last);
    after = { at: at.toISOString(), id };
    take = Math.min(limit + 1 - kept.length + 2 * READ_GROWTH ** reads, most);
  }
}

/**
 * Limits a public list to its first rows. With a limit as a parameter, the planner would assume a tenth of the table
 * and replan every call; with the highest possible limit as an inner constant, one plan serves all calls.
 */
export function firstRows(count: number, list: Sql, most = PAGE_LIMIT.max + 1): Sql {
  return sql`SELECT * FROM (${list} LIMIT ${literal(most)}) list LIMIT ${count}`;
}

interface SortKey {
  at: Sql;
  id: Sql;
}

/** A part of a list: the columns that an index begins with, and their values. */
type EqualityPrefix = { column: Sql; value: Sql }[];

/**
 * Builds the condition and order that follow `WHERE … AND` in a list by time, newest first: of the whole list, or of
 * the part under an equality prefix. With plain equalities the planner may scan the whole list for rare rows.
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
