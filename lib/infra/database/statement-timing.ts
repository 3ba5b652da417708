import pg from "pg";
import { log } from "@/lib/infra/log/log";
import { beginSpan, endSpan, isTraced } from "@/lib/infra/log/tracing";

/** Our choice: statements of requests take milliseconds. */
const SLOW_MS = 200;

type Query = (...args: unknown[]) => unknown;
type Callback = (error: unknown, ...results: unknown[]) => void;

/** Measures every statement of a connection. Slow ones are logged; within a trace, each is a span. */
export function timeStatements(client: pg.ClientBase): void {
  const query: Query = (...args) => Reflect.apply(pg.Client.prototype.query, client, args);
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

/**
 * Returns a prepared statement's name; for any other statement its verb and first table ("SELECT Post"), never its
 * text, which contains values.
 */
export function statementName(statement: unknown): string {
  const { name, text } = typeof statement === "string" ? { text: statement } : (statement as pg.QueryConfig);
  if (name) return name;
  const words = [FIRST_WORD.exec(text ?? "")?.[1]?.toUpperCase(), TABLE.exec(text ?? "")?.[1]];
  return words.filter(Boolean).join(" ") || "unnamed";
}
