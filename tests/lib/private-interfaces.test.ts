// What the product uses of Node, pg and Next that they do not promise: lib/server/entry/README.md says why. Each test
// names what to look for when one of them changes.
import { createRequire } from "node:module";
import net from "node:net";
import pg from "pg";
import { expect, test } from "vitest";

const require = createRequire(import.meta.url);

test("Node's net._createServerHandle binds a socket, says its descriptor, and does not listen", () => {
  const { _createServerHandle: createHandle } = net as unknown as {
    _createServerHandle(address: string, port: number, family: number): { fd: number; close(): void };
  };
  const handle = createHandle("127.0.0.1", 0, 4);
  expect(handle).toMatchObject({ fd: expect.any(Number), getsockname: expect.any(Function) });
  expect(handle.fd).toBeGreaterThan(2);
  handle.close();
});

test("pg's client has the connection, statements and stream that a prepared statement writes to", () => {
  const { connection } = new pg.Client() as unknown as { connection: object };
  expect(connection).toMatchObject({
    parse: expect.any(Function),
    parsedStatements: {},
    submittedNamedStatements: {},
    stream: { write: expect.any(Function), destroy: expect.any(Function) },
  });
});

test("pg calls the methods of a query that a prepared statement overrides", () => {
  const query = pg.Query.prototype as unknown as Record<string, unknown>;
  const names = ["submit", "handleRowDescription", "handleDataRow", "handleCommandComplete", "handleReadyForQuery"];
  expect(names.filter((name) => typeof query[name] !== "function")).toEqual([]);
});

test("Next loads its configuration by next/dist/server/config, and reads a router state by its own parser", () => {
  const config = require("next/dist/server/config") as { default: unknown };
  const parser = require("next/dist/server/app-render/parse-and-validate-flight-router-state.js") as {
    parseAndValidateFlightRouterState(state: string): unknown;
  };
  expect(config.default).toBeTypeOf("function");
  expect(() => parser.parseAndValidateFlightRouterState("nonsense")).toThrow();
});
