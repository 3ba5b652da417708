import { readFileSync, writeFileSync } from "node:fs";
import { expect } from "vitest";
import type { ApiErrorCode } from "@/lib/http/response/error-guide";
import { FAILURES } from "@/lib/http/response/errors";
import { RECORDED_SITE, type RecordedError } from "@/lib/openapi/recorded-errors";
import { BASE_URL, expectError, send, type Sending } from "@/tests/support/api";

const FILE = "lib/openapi/recorded-errors.json";
const REQUEST_ID = "req_8sKd02mXq1ZpVtB7cYwR4uLn";
/** Headers of a response that an error's page shows, where it has them. */
const SHOWN = ["Allow", "WWW-Authenticate", "Retry-After", "X-Request-Id"];

export interface Provocation {
  path: string;
  sending?: Sending;
  /** What stands in the record for texts that differ each time. */
  names?: Record<string, string>;
  /** What stands there for a body that is too long to show. */
  shownBody?: string;
  /** The server, where it is not the one that all tests share. */
  server?: string;
  /** Further headers that the page shows. */
  shownHeaders?: string[];
}

/**
 * Sends a request that has to fail with a code, and compares what happens with what the page about it shows. With
 * RECORD_ERRORS=1, writes that instead.
 */
export async function expectRecorded(code: ApiErrorCode, provocation: Provocation): Promise<void> {
  const { path, sending = {}, server = BASE_URL, shownHeaders = [] } = provocation;
  const { method = "GET", key, headers = {}, json, text } = sending;
  const answer = await send(new URL(path, server).href, sending);
  expectError(answer, FAILURES[code].status, code);
  const body = provocation.shownBody ?? text ?? (json === undefined ? undefined : JSON.stringify(json, null, 2));
  const happened: RecordedError = {
    request: {
      method,
      path,
      headers: {
        ...(key !== undefined && { Authorization: `Bearer ${key}` }),
        ...(body !== undefined && { "Content-Type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body: String(body) }),
    },
    response: {
      status: answer.status,
      headers: Object.fromEntries(
        [...SHOWN, ...shownHeaders].flatMap((name) => {
          const value = answer.headers.get(name);
          return value === null ? [] : [[name, value]];
        }),
      ),
      body: answer.json as RecordedError["response"]["body"],
    },
  };
  const names = { [answer.headers.get("x-request-id")!]: REQUEST_ID, [server]: RECORDED_SITE, ...provocation.names };
  let shown = JSON.stringify(happened);
  for (const [value, name] of Object.entries(names)) shown = shown.replaceAll(value, name);
  if (code === "rate_limited") shown = shown.replace(/(?<=Wait |"Retry-After":"|\bt=)\d+/g, "12");
  const recorded = JSON.parse(readFileSync(FILE, "utf8")) as Record<string, unknown>;
  if (process.env.RECORD_ERRORS) {
    recorded[code] = JSON.parse(shown);
    writeFileSync(FILE, `${JSON.stringify(recorded, null, 2)}\n`);
    return;
  }
  expect(
    JSON.parse(shown),
    `The page about ${code} shows something else. Record it with RECORD_ERRORS=1 npm test -- --only contract errors, and the same of test:slow`,
  ).toEqual(recorded[code]);
}
