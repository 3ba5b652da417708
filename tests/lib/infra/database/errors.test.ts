import { expect, test } from "vitest";
import { failureOf } from "@/lib/http/response/errors";
import { type DatabaseOutage, outageOf } from "@/lib/infra/database/errors";

const coded = (code: string) => Object.assign(new Error("x"), { code });

test.each<[DatabaseOutage, string, string]>([
  ["unreachable", "PostgreSQL", "08000 08001 08003 08004 08006 08007 57P01 57P02 57P03 57P04 57P05 58000 58030 58P01"],
  ["unreachable", "PgBouncer", "08P01"],
  [
    "unreachable",
    "Node",
    "ECONNREFUSED ECONNRESET ECONNABORTED EPIPE ENOTFOUND ETIMEDOUT EAI_AGAIN EHOSTUNREACH ENETUNREACH EMFILE",
  ],
  ["unreachable", "Prisma", "P1001 P1002 P1008 P1017 DatabaseNotReachable SocketTimeout ConnectionClosed"],
  ["exhausted", "PostgreSQL and Prisma", "53000 53100 53200 53300 53400 TooManyConnections"],
  ["read-only", "PostgreSQL", "25006"],
  ["slow", "PostgreSQL, Prisma and our transactions", "57014 25P03 25P04 P2024 P2028 TransactionTimeout"],
])("detects %s by the codes of %s, at any depth of causes", (outage, _origin, codes) => {
  for (const code of codes.split(" ")) {
    expect(outageOf(coded(code)), code).toBe(outage);
    expect(outageOf(new Error("x", { cause: coded(code) })), code).toBe(outage);
    expect(outageOf({ code: "P2010", meta: { driverAdapterError: { cause: { originalCode: code } } } }), code).toBe(
      outage,
    );
    expect(failureOf(coded(code)), code).toMatchObject({ status: 503, code: "unavailable", retryAfterSeconds: 5 });
  }
});

test.each([
  "timeout exceeded when trying to connect",
  "Connection terminated unexpectedly",
  "Connection terminated due to connection timeout",
  "Client has encountered a connection error and is not queryable",
])("detects an outage by pg's message: %s", (message) => {
  expect(outageOf(new Error(message))).toBe("unreachable");
});

test.each([
  ["0A000", "cannot access temporary or unlogged relations during recovery"],
  ["55000", "recovery is in progress"],
])("detects a standby by %s only together with its message", (code, message) => {
  expect(outageOf(Object.assign(new Error(message), { code }))).toBe("read-only");
  expect(outageOf(coded(code))).toBeUndefined();
});

test.each(["23505", "23503", "22001", "40001", "40P01", "42601", "42P01", "55P03", "28P01", "P2002", "P2025"])(
  "%s is not an outage",
  (code) => {
    expect(outageOf(coded(code))).toBeUndefined();
  },
);
