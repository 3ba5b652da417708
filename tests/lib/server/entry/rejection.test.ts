import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DomainError } from "@/lib/domain/kernel/errors";
import { rejectAtEntry } from "@/lib/server/entry/rejection";

const BUSY = new DomainError("unavailable", "There is too much to do.", { retryAfterSeconds: 5 });

const server = http.createServer((request, response) => rejectAtEntry(request, response, BUSY));
beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(() => void server.close());

const ask = (path: string) => fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);

test("a rejected API call learns when to retry, and that it counted against no budget", async () => {
  const answer = await ask("/api/v1/feed");
  expect(answer.status).toBe(503);
  const { headers } = answer;
  expect(headers.get("retry-after")).toBe("5");
  expect(headers.get("x-ratelimit-remaining")).toBe(headers.get("x-ratelimit-limit"));
  expect(Number(headers.get("x-ratelimit-reset"))).toBeGreaterThan(Date.now() / 1000);
  expect(headers.get("vary")).toBe("Authorization, X-API-Key");
  expect(headers.get("access-control-expose-headers")).toContain("X-RateLimit-Limit");
  const { error } = (await answer.json()) as { error: { code: string; request_id: string } };
  expect(error).toMatchObject({ code: "unavailable", request_id: headers.get("x-request-id") });
});

test("a page and a session route are rejected in their own format", async () => {
  expect(await (await ask("/api/coins")).json()).toEqual({ error: BUSY.message });
  const page = await ask("/");
  expect(page.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect(await page.text()).toBe(`${BUSY.message}\n`);
});
