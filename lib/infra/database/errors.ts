/** How the database, rather than a statement, is at fault. */
export type DatabaseOutage = "unreachable" | "exhausted" | "read-only" | "slow";

/**
 * The codes with which PostgreSQL (SQLSTATE), PgBouncer (08P01 for everything it cannot serve), Node, `pg`, Prisma and
 * its adapter report an outage. Codes are prefixes, so two characters match a class of SQLSTATE.
 */
const CODES: Record<DatabaseOutage, string[]> = {
  unreachable: [
    // Connection exceptions, operator intervention, system errors.
    ...["08", "57P", "58"],
    ...["ECONN", "EPIPE", "ENOTFOUND", "ETIMEDOUT", "EAI_", "EHOSTUNREACH", "EHOSTDOWN", "ENETUNREACH", "ENETDOWN"],
    ...["EADDRNOTAVAIL", "EMFILE", "ENFILE"],
    ...["P1001", "P1002", "P1008", "P1011", "P1017"],
    ...["DatabaseNotReachable", "SocketTimeout", "ConnectionClosed", "TlsConnectionError"],
  ],
  /** Connections, memory or disk space. */
  exhausted: ["53", "TooManyConnections"],
  /** A standby, or a primary that has become one. */
  "read-only": ["25006"],
  /** A statement or transaction that was ended because it took too long. */
  slow: ["57014", "25P03", "25P04", "P2024", "P2028", "TransactionTimeout"],
};

/** PostgreSQL's code for a lock that was not waited for, or not for longer. No outage: another transaction has it. */
export const LOCK_NOT_AVAILABLE = "55P03";

/** Messages of `pg` and its pool that come without a code. */
const UNREACHABLE_MESSAGE =
  /^(timeout exceeded when trying to connect|Connection terminated|Connection ended|Client has encountered a connection error|Client was closed)|is not queryable/;

/**
 * A standby's errors for unlogged tables (0A000) and WAL functions (55000), neither of which it supports. Matched by
 * message, because both codes have other causes.
 */
const STANDBY_MESSAGE = /^(cannot access temporary or unlogged relations during recovery|recovery is in progress)/;

/** Thrown when the connection was lost, or could not be trusted, after a COMMIT or a write was sent. */
export class OutcomeUnknown extends Error {
  override name = "OutcomeUnknown";
  readonly code = "OutcomeUnknown";
}

/** Whether nobody knows if what failed was done: it must neither be repeated nor reported as not done. */
export function isOutcomeUnknown(error: unknown): boolean {
  return databaseCodes(error).includes("OutcomeUnknown");
}

/** Thrown when an answer cannot be that of the statement: the connection's answers belong to something else. */
export class AnswerMismatch extends Error {
  override name = "AnswerMismatch";
  readonly code = "AnswerMismatch";
}

/** PostgreSQL's codes for a prepared statement that does not exist, or exists already. */
const OTHER_SESSION = new Set(["26000", "42P05", "AnswerMismatch"]);

/** Whether a pooler or proxy has handed the connection a session in which its statements were not prepared. */
export function isOfOtherSession(error: unknown): boolean {
  return databaseCodes(error).some((code) => OTHER_SESSION.has(code));
}

/** Whether the server ends the connection with this error: it answers nothing else that was sent. */
export function endsConnection(error: unknown): boolean {
  const { severity, code } = error as { severity?: string; code?: string };
  return severity === "FATAL" || severity === "PANIC" || (severity !== undefined && /^(08|57P)/.test(code ?? ""));
}

/** Whether `pg` did not send a statement, because its connection was lost already. */
export const isNeverSent = (error: unknown): boolean =>
  error instanceof Error && error.message.endsWith("is not queryable");

/** Whether a statement that failed certainly had no effect. Of errors, only the server's have a severity. */
export function isWithoutEffect(error: Error): boolean {
  return isNeverSent(error) || ("severity" in error && !endsConnection(error));
}

/** Returns how the database is at fault for an error; undefined if it is not. */
export function outageOf(error: unknown): DatabaseOutage | undefined {
  const codes = databaseCodes(error);
  const kinds = Object.keys(CODES) as DatabaseOutage[];
  const named = kinds.find((kind) => codes.some((code) => CODES[kind].some((start) => code.startsWith(start))));
  if (named) return named;
  if (!(error instanceof Error)) return undefined;
  if (STANDBY_MESSAGE.test(error.message)) return "read-only";
  return UNREACHABLE_MESSAGE.test(error.message) ? "unreachable" : undefined;
}

/** Returns every code in a chain of errors by Prisma, its adapter or `pg`, outermost first. */
export function databaseCodes(error: unknown): string[] {
  const codes: string[] = [];
  const seen = new Set<unknown>();
  const visit = (value: unknown) => {
    if (typeof value !== "object" || value === null || seen.has(value)) return;
    seen.add(value);
    for (const [key, inner] of Object.entries(value)) {
      if ((key === "code" || key === "originalCode" || key === "kind") && typeof inner === "string") codes.push(inner);
      else if (key === "meta" || key === "cause" || key === "driverAdapterError") visit(inner);
    }
    if (value instanceof Error) visit(value.cause);
  };
  visit(error);
  return codes;
}

/** Whether an error reports a missing table: the database is not migrated, or belongs to another product. */
export function isNotMigrated(error: unknown): boolean {
  return databaseCodes(error).some((code) => code === "P2021" || code === "42P01" || code === "TableDoesNotExist");
}
