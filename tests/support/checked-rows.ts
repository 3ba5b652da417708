import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import pg from "pg";

/** How a value of a column is represented. JSON may be anything. */
export type Kind = "string" | "number" | "boolean" | "Date" | "array" | "json" | "null" | "undefined";

/** What the code says of the rows of a statement. */
export interface RowType {
  /** With `*` where the name is computed. */
  name: string;
  /** The file, relative to the project. */
  at: string;
  /** Undefined where the rows are not read, or by a generic function. */
  columns?: Record<string, Kind[]>;
}

/** Reads the row types from the source. */
export async function readRowTypes(): Promise<RowType[]> {
  const program = path.join(import.meta.dirname, "row-types.ts");
  const { stdout } = await promisify(execFile)(process.execPath, ["--import", "tsx", program], { maxBuffer: 1e7 });
  return JSON.parse(stdout) as RowType[];
}

type Field = Pick<pg.FieldDef, "name" | "dataTypeID">;

interface PreparedQuery {
  name: string;
  callback(error: Error | null, rows?: object[]): void;
  handleRowDescription(message: { fields: Field[] }): void;
}

/**
 * Checks the row type of each statement against the columns that PostgreSQL returns, when a connection first runs it:
 * no compiler does. A statement whose type is wrong fails, and with it the test.
 */
export function checkRows(types: readonly RowType[]): void {
  const query = pg.Client.prototype.query;
  pg.Client.prototype.query = function (this: pg.Client, ...args: Parameters<typeof query>) {
    const [statement] = args as unknown as [PreparedQuery | string];
    if (typeof statement === "object" && "handleRowDescription" in statement) check(statement, types);
    return query.apply(this, args);
  } as typeof query;
}

function check(statement: PreparedQuery, types: readonly RowType[]): void {
  const { name, callback, handleRowDescription } = statement;
  let failure: Error | undefined;
  statement.handleRowDescription = (message) => {
    Reflect.apply(handleRowDescription, statement, [message]);
    const problem = typesOf(name, types).flatMap((type) => problemsOf(type, message.fields))[0];
    failure = problem === undefined ? undefined : new TypeError(`${name}: ${problem}`);
  };
  statement.callback = (error, rows) => Reflect.apply(callback, statement, [failure ?? error, rows]);
}

/** The types of a name: those of itself or, for a computed one, of the longest pattern. */
function typesOf(name: string, types: readonly RowType[]): RowType[] {
  const own = types.filter((type) => type.name === name);
  if (own.length > 0) return own;
  const patterns = types.filter((type) => type.name.includes("*") && matches(name, type.name));
  const longest = Math.max(...patterns.map((type) => type.name.length));
  return patterns.filter((type) => type.name.length === longest);
}

const matches = (name: string, pattern: string) =>
  new RegExp(`^${pattern.replaceAll(".", "\\.").replaceAll("*", "[^.]+")}$`).test(name);

function problemsOf({ at, columns = {} }: RowType, fields: readonly Field[]): string[] {
  return Object.entries(columns).flatMap(([column, kinds]) => {
    const field = fields.find((each) => each.name === column);
    const kind = field ? kindOf(field.dataTypeID) : "undefined";
    if (kind === "json" || kinds.includes("json") || kinds.includes(kind)) return [];
    return [`the column ${column} is ${kind}, and ${at} says ${kinds.join(" or ")}`];
  });
}

const { BOOL, FLOAT4, FLOAT8, INT2, INT4, JSON: JSON_TEXT, JSONB, OID, TIMESTAMP, TIMESTAMPTZ } = pg.types.builtins;

function kindOf(type: number): Kind {
  if ([INT2, INT4, FLOAT4, FLOAT8, OID].includes(type)) return "number";
  if ([TIMESTAMP, TIMESTAMPTZ].includes(type)) return "Date";
  if ([JSON_TEXT, JSONB].includes(type)) return "json";
  if (type === BOOL) return "boolean";
  return ARRAYS.has(type) ? "array" : "string";
}

/** Of numbers, text and times. `pg` returns arrays of our own types, such as enums, as text. */
const ARRAYS = new Set([1000, 1005, 1007, 1009, 1015, 1016, 1021, 1022, 1115, 1185, 1231]);
