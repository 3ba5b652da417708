import { readFileSync, writeFileSync } from "node:fs";
import { expect } from "vitest";
import type { ApiErrorCode } from "@/lib/http/response/error-guide";
import { FAILURES } from "@/lib/http/response/errors";
import { RECORDED_SITE, type RecordedError } from "@/lib/openapi/recorded-errors";
import { BASE_URL, expectError, send, type Sending } from "@/tests/support/api";

const FILE = "lib/openapi/recorded-errors.json";
const REQUEST_ID = "req_8sKd02mXq1ZpVtB7cYwR4uLn";
/** The response headers that an error's page shows, if present. */
const SHOWN = ["Allow", "WWW-Authenticate", "Retry-After", "X-Request-Id"];

export interface Provocation {
  path: string;
  sending?: Sending;
  /** Placeholders for texts that differ each time. */
  names?: Record<string, string>;
  /** The placeholder for a body that is too long to show. */
  shownBody?: string;
  /** The server, if it is not the shared one. */
  server?: string;
  /** Further headers that the page shows. */
  shownHeaders?: string[];
}

/**
 * Sends a request that must fail with a code, and compares the response with the page about it. With RECORD_ERRORS=1,
 * records the response instead.
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
