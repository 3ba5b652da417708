import { expect } from "vitest";
import type { z } from "zod";
import { errorEnvelope } from "@/lib/openapi/document/error-envelope";

/** The server's own URL. Not taken from a variable BASE_URL, which Vite uses for itself. */
export const BASE_URL = process.env.NEXTAUTH_URL ?? "http://localhost:3000";

export interface Sending {
  method?: string;
  /** An API key, sent as a bearer token. */
  key?: string;
  headers?: Record<string, string>;
  query?: Record<string, string> | [string, string][];
  /** Sent as JSON. */
  json?: unknown;
  /** Sent unchanged, as JSON unless a header says otherwise. */
  text?: string | Uint8Array<ArrayBuffer>;
  form?: FormData;
}

export interface Received {
  status: number;
  headers: Headers;
  text: string;
  /** Undefined if the body is empty. */
  json: unknown;
}

export async function send(
  path: string,
  { method = "GET", key, headers = {}, query, json, text, form }: Sending = {},
): Promise<Received> {
  const url = new URL(path, BASE_URL);
  if (query) url.search = String(new URLSearchParams(query));
  const body = form ?? text ?? (json === undefined ? undefined : JSON.stringify(json));
  const response = await fetch(url, {
    method,
    redirect: "manual",
    headers: {
      ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
      ...(body === undefined || form ? {} : { "Content-Type": "application/json" }),
      ...headers,
    },
    body,
  });
  const received = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json") && received !== "";
  return {
    status: response.status,
    headers: response.headers,
    text: received,
    json: isJson ? JSON.parse(received) : undefined,
  };
}

/** Checks a failure completely: status, code, every field of the envelope, and the standard headers. */
export function expectError(answer: Received, status: number, code: string): z.output<typeof errorEnvelope>["error"] {
  expect({ status: answer.status, body: answer.text }).toMatchObject({
    status,
    body: expect.stringContaining(`"${code}"`),
  });
  const { error } = errorEnvelope.parse(answer.json);
  expect(answer.json).toEqual({ error });
  expect(error.code).toBe(code);
  expect(error.doc_url).toMatch(new RegExp(`/docs/errors/${code}$`));
  expect(error.param).toBe(error.errors?.[0]?.param);
  expectStandardHeaders(answer);
  expect(answer.headers.get("x-request-id")).toBe(error.request_id);
  expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
  expect(answer.headers.get("cache-control")).toBe("no-store");
  return error;
}

/** Checks the headers of every public API response. */
export function expectStandardHeaders({ headers }: Received): void {
  expect(headers.get("x-request-id")).toMatch(/^req_[0-9A-Za-z]{24}$/);
  const [limit, remaining, reset] = ["limit", "remaining", "reset"].map((name) =>
    Number(headers.get(`x-ratelimit-${name}`) ?? NaN),
  );
  expect(limit).toBeGreaterThan(0);
  expect(remaining).toBeGreaterThanOrEqual(0);
  expect(reset).toBeGreaterThan(Date.now() / 1000 - 5);
  expect(headers.get("ratelimit-policy")).toMatch(/^"default";q=\d+;w=\d+/);
  expect(headers.get("ratelimit")).toMatch(/^"default";r=\d+;t=\d+/);
  expect(headers.get("vary")).toMatch(/Authorization, X-API-Key/);
  expect(headers.get("access-control-allow-origin")).toBe("*");
  expect(headers.get("access-control-expose-headers")).toMatch(
    /X-Request-Id.*X-RateLimit-Remaining.*Idempotency-Replayed.*ETag/,
  );
}
