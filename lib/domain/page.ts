import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import "zod-openapi";
import { deriveKey } from "@/lib/infra/secrets";
import { Refusal } from "./errors";

export const PAGE_LIMIT = { min: 1, max: 50, default: 20 };

/** How many rows a query asks for: digits only, within bounds. */
export function limitQuery({ min, max, default: standard }: { min: number; max: number; default: number }) {
  const message = `limit must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,6}$/, message)
    .transform(Number)
    .pipe(z.number().min(min, message).max(max, message))
    .default(standard)
    .meta({
      description: "How many to return.",
      override: { type: "integer", pattern: undefined, minimum: min, maximum: max, default: standard },
    });
}

export const EXAMPLE_CURSOR = "pQ3vB2k4Xm0BAAABoKJ5b9twb3N0XzBWaFEz";

/** The query of every paginated list (4.1). */
export const pageQuery = z.object({
  limit: limitQuery(PAGE_LIMIT),
  cursor: z
    .string()
    .optional()
    .meta({ description: "The `nextCursor` of the page before, sent back as it is.", example: EXAMPLE_CURSOR }),
});

export type PageRequest = z.output<typeof pageQuery>;

export interface Page<T> {
  data: T[];
  nextCursor: string | null;
}

/** Where a row stands in a list that is ordered by time and then id, both descending. */
export interface Position {
  at: Date;
  id: string;
}

/** Before the first row, in the form that the statements take: `(at, id) < ($n::timestamptz, $m)`. */
const START = { at: "infinity", id: "" };

export interface Keyset<Row, T> {
  /** The list and everything that filters it: a cursor of one list is refused by every other. */
  list: readonly string[];
  /** Reads `take` rows after a position; `at` is an ISO timestamp or `infinity`. */
  rows(after: { at: string; id: string }, take: number): Promise<Row[]>;
  position(row: Row): Position;
  present(row: Row): T;
}

/** One page of a list, at the same cost however far into it. One row more than asked tells whether it is the last. */
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
 * The first rows of a list that is everybody's. A limit that is a parameter tells the planner nothing: it would think of a
 * tenth of the table, and plan anew at every call. With the most that it can be inside, one plan serves all calls.
 */
export function firstRows(count: `$${number}`, list: string, most = PAGE_LIMIT.max + 1): string {
  return `SELECT * FROM (${list} LIMIT ${most}) list LIMIT ${count}`;
}

/** The columns that a list by time is ordered by, of whichever table, and the parameters of a position in it. */
interface Line {
  columns: [at: string, id: string];
  after: [at: `$${number}`, id: `$${number}`];
}

/** A part of a list: the columns that an index begins with, and the parameters that they equal. */
type Shelf = { column: string; value: `$${number}` | `lower($${number})` }[];

/**
 * What follows `WHERE … AND` in a list by time, newest first; the whole of it, or one value of each column that an index
 * begins with. Were they just to equal those, the planner might walk down the whole list to find rare ones.
 */
export function newestFirst({ columns: [at, id], after: [afterAt, afterId] }: Line, of: Shelf = []): string {
  if (of.length === 0) return `(${at}, ${id}) < (${afterAt}::timestamptz, ${afterId}) ORDER BY ${at} DESC, ${id} DESC`;
  const [columns, values] = [of.map(({ column }) => column).join(", "), of.map(({ value }) => value).join(", ")];
  const order = [...of.map(({ column }) => column), at, id].map((column) => `${column} DESC`).join(", ");
  return `(${columns}) >= (${values}) AND (${columns}, ${at}, ${id}) < (${values}, ${afterAt}::timestamptz, ${afterId}) ORDER BY ${order}`;
}

const VERSION = 1;
const SEAL_BYTES = 9;

function encodeCursor({ at, id }: Position, list: readonly string[]): string {
  const body = Buffer.alloc(9 + Buffer.byteLength(id));
  body.writeUInt8(VERSION, 0);
  body.writeBigInt64BE(BigInt(at.getTime()), 1);
  body.write(id, 9);
  return Buffer.concat([seal(body, list), body]).toString("base64url");
}

function decodeCursor(cursor: string, list: readonly string[]): { at: string; id: string } {
  const bytes = Buffer.from(cursor, "base64url");
  const body = bytes.subarray(SEAL_BYTES);
  const genuine =
    bytes.toString("base64url") === cursor &&
    body.length > 9 &&
    body[0] === VERSION &&
    timingSafeEqual(bytes.subarray(0, SEAL_BYTES), seal(body, list));
  if (!genuine) {
    const message = "cursor is not one that this list gave. Send a nextCursor back verbatim, or leave it out to begin.";
    throw new Refusal("invalid_cursor", message, { issues: [{ param: "cursor", message }] });
  }
  return { at: new Date(Number(body.readBigInt64BE(1))).toISOString(), id: body.toString("utf8", 9) };
}

function seal(body: Buffer, list: readonly string[]): Buffer {
  return createHmac("sha256", deriveKey("cursor"))
    .update(JSON.stringify(list))
    .update(body)
    .digest()
    .subarray(0, SEAL_BYTES);
}
