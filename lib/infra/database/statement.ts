import pg from "pg";
import { serialize } from "pg-protocol";
import { prepareValue } from "pg/lib/utils.js";
import { env } from "@/lib/infra/environment/env";
import { log } from "@/lib/infra/log/log";
import { beginSpan, endSpan, isTraced } from "@/lib/infra/log/tracing";
import { AnswerMismatch } from "./errors";
import type { Sql } from "./sql";

/** `count` is the number of rows that the statement returned, wrote or locked. */
export type Done<Row> = (error: Error | null, rows: Row[], count: number) => void;

interface Column {
  name: string;
  parse(text: string): unknown;
}

/** What a statement returns. */
interface Shape {
  columns: readonly Column[];
  /** A row of NULLs. Rows are copies of it: an object that gets many properties one by one takes four times as long. */
  empty: Readonly<Record<string, unknown>>;
  /** The first word of its command tag, such as SELECT. */
  verb?: string;
}

/** The parts of `pg` that its types omit. */
interface Connection {
  stream: NodeJS.WritableStream;
  parsedStatements: Record<string, string | undefined>;
  submittedNamedStatements: Record<string, string | undefined>;
  parse(statement: { name: string; text: string }): void;
}
interface Query {
  name: string;
  text: string;
  values: unknown[];
  callback(error: Error | null, rows?: object[]): void;
}
interface Described {
  fields: { name: string; dataTypeID: number }[];
}

const EXECUTE = Buffer.concat([serialize.execute(), serialize.sync()]);
const DESCRIBE_AND_EXECUTE = Buffer.concat([serialize.describe({ type: "P" }), EXECUTE]);

/** What the statements return that a connection has described. */
const described = new WeakMap<Connection, Map<string, Shape>>();

/**
 * A prepared statement that is sent in one write and described once per connection. `pg` itself describes it on every
 * execution, in four messages, and copies the statement's configuration each time.
 */
class PreparedQuery extends (pg.Query as unknown as new (text: string) => Query) {
  #shape: Shape | undefined;
  #known!: Map<string, Shape>;
  readonly #rows: object[] = [];
  #count = 0;
  #failure: Error | null = null;

  constructor(name: string, text: string, values: unknown[], done: Done<object>) {
    super(text);
    this.name = name;
    this.values = values;
    // `pg` reports a failure without rows.
    this.callback = (error, rows = []) => done(error, rows, this.#count);
  }

  /** Called by `pg`, like the methods below, when it is the statement's turn on the connection. */
  submit(connection: Connection): Error | null {
    const { name, text } = this;
    const prepared = connection.parsedStatements[name] ?? connection.submittedNamedStatements[name];
    if (prepared !== undefined && prepared !== text) return new Error(`Two statements are named ${name}`);
    const bind = serialize.bind({ statement: name, values: this.values, valueMapper: prepareValue });
    this.#known = described.get(connection) ?? new Map<string, Shape>();
    described.set(connection, this.#known);
    this.#shape = this.#known.get(name);
    const rest = this.#shape ? EXECUTE : DESCRIBE_AND_EXECUTE;
    if (prepared === undefined) {
      connection.parse({ name, text });
      connection.submittedNamedStatements[name] = text;
    }
    connection.stream.write(Buffer.concat([bind, rest]));
    return null;
  }

  handleRowDescription({ fields }: Described): void {
    this.#shape = shapeOf(fields.map(({ name, dataTypeID }) => ({ name, parse: parserOf(dataTypeID) })));
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    try {
      if (fields.length !== this.#shape?.columns.length)
        throw new AnswerMismatch(`${this.name} was answered with a row of ${fields.length} columns.`);
      this.#rows.push(rowOf(fields, this.#shape));
    } catch (error) {
      this.#failure ??= error as Error;
    }
  }

  handleCommandComplete({ text }: { text: string }, { parsedStatements }: Connection): void {
    // `INSERT 0 5`, `SELECT 5`; `LOCK TABLE` has none.
    this.#count = Number(text.slice(text.lastIndexOf(" "))) || 0;
    const [verb] = text.split(" ", 1);
    const shape = (this.#shape ??= shapeOf([]));
    shape.verb ??= verb;
    if (parsedStatements[this.name] === this.text && shape.verb === verb) this.#known.set(this.name, shape);
    else this.#failure = new AnswerMismatch(`${this.name} was answered with ${text}.`);
  }

  handleReadyForQuery(): void {
    this.callback(this.#failure, this.#rows);
  }
}

const { TIMESTAMPTZ } = pg.types.builtins;
const TEXT_ARRAY = 1009;

/** The parsers of `pg`, with a fast path for the usual spellings of two types that take `pg` microseconds. */
function parserOf(type: number): (text: string) => unknown {
  const parse = pg.types.getTypeParser(type, "text");
  if (type === TIMESTAMPTZ)
    return (text) => (IN_UTC.test(text) ? new Date(`${text.slice(0, 10)}T${text.slice(11)}:00`) : parse(text));
  if (type === TEXT_ARRAY) return (text) => wordsOf(text) ?? parse(text);
  return parse;
}

const IN_UTC = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?\+00$/;
/** An array literal that is not nested or empty, without quoted elements or NULLs. */
const PLAIN_WORDS = /^\{[a-z_:.-]+(?:,[a-z_:.-]+)*\}$/;

function wordsOf(text: string): string[] | undefined {
  if (text === "{}") return [];
  return PLAIN_WORDS.test(text) ? text.slice(1, -1).split(",") : undefined;
}

function shapeOf(columns: readonly Column[]): Shape {
  return { columns, empty: Object.fromEntries(columns.map(({ name }) => [name, null])) };
}

function rowOf(fields: readonly (string | null)[], { columns, empty }: Shape): object {
  const row = { ...empty };
  for (let n = 0; n < columns.length; n++) {
    const value = fields[n] ?? null;
    const { name, parse } = columns[n]!;
    if (value !== null) row[name] = parse(value);
  }
  return row;
}

/** Sends a statement before it returns, and calls `done` with its rows. */
export function sendStatement<Row extends object>(
  client: pg.ClientBase,
  name: string,
  { text, values }: Sql,
  done: Done<Row>,
): void {
  if (env().database.preparedStatements)
    return void client.query(new PreparedQuery(name, text, values, done as Done<object>) as unknown as pg.Query);
  // A pooler in between does not support prepared statements.
  client.query<Row>({ text, values }, (error: Error | null, result?: pg.QueryResult<Row>) =>
    done(error, result?.rows ?? [], result?.rowCount ?? 0),
  );
}

/** Statements of requests take milliseconds. */
const SLOW_MS = 200;

type Send = (...args: unknown[]) => unknown;
type Callback = (error: unknown, ...results: unknown[]) => void;

/** Measures every statement of a connection. Slow ones are logged; within a trace, each is a span. */
export function timeStatements(client: pg.ClientBase): void {
  const query: Send = (...args) => Reflect.apply(pg.Client.prototype.query, client, args);
  client.query = ((...args: unknown[]) => {
    const startedAt = performance.now();
    const span = isTraced() ? beginStatementSpan(args[0]) : undefined;
    const done = (failed: boolean) => {
      endSpan(span, { failed });
      noteStatement(args[0], performance.now() - startedAt);
    };
    const timed =
      (callback: Callback): Callback =>
      (error, ...results) => {
        done(Boolean(error));
        callback(error, ...results);
      };
    const [statement] = args as [{ callback?: Callback }];
    const last = args.at(-1);
    if (statement.callback) statement.callback = timed(statement.callback);
    else if (typeof last === "function") args[args.length - 1] = timed(last as Callback);
    const result = query(...args);
    if (result instanceof Promise)
      result.then(
        () => done(false),
        () => done(true),
      );
    return result;
  }) as typeof client.query;
}

function beginStatementSpan(statement: unknown) {
  return beginSpan(statementName(statement), { kind: "client", attributes: { "db.system.name": "postgresql" } });
}

function noteStatement(statement: unknown, ms: number): void {
  if (ms > SLOW_MS) log.warn("slow statement", { statement: statementName(statement), ms: Math.round(ms) });
}

const FIRST_WORD = /^\s*([A-Za-z]+)/;
/** The first table; Prisma writes its schema before it. */
const TABLE = /(?:FROM|INTO|UPDATE)\s+(?:"public"\.)?"(\w+)"/;

/** Returns a prepared statement's name, or else the verb and first table ("SELECT Post"): the text contains values. */
export function statementName(statement: unknown): string {
  const { name, text } = typeof statement === "string" ? { text: statement } : (statement as pg.QueryConfig);
  if (name) return name;
  const words = [FIRST_WORD.exec(text ?? "")?.[1]?.toUpperCase(), TABLE.exec(text ?? "")?.[1]];
  return words.filter(Boolean).join(" ") || "unnamed";
}
