import { describe, expect, test } from "vitest";
import { expectError, send } from "@/tests/support/api";
import { newAccount } from "@/tests/support/api-accounts";
import { ask } from "./raw-request";

describe("paths in another spelling", () => {
  test.each(["/api/v1/p%6fsts", "/%61pi/v1/posts", "http://any.example/api/v1/%70osts"])(
    "%s is /api/v1/posts",
    async (target) => {
      expectError(await ask(target), 401, "missing_key");
      const { key } = await newAccount();
      expectError(await ask(target, { headers: [`Authorization: Bearer ${key}`] }), 413, "payload_too_large");
    },
  );

  test.each([
    "/api/v1/../v1/posts",
    "/api/v1//posts",
    "/api/v1/%2e%2e/login",
    "/api/v1/posts\\x",
    "/api/v1/%",
    "/x/../api/v1/posts",
    "/api/v1/a%00",
  ])("%s is an unknown path of the API", async (target) => {
    for (const method of ["GET", "POST"]) expectError(await ask(target, { method }), 404, "not_found");
  });

  test.each(["/api/../login", "/api//coins", "/api/%2e/coins", "/api/%ff"])(
    "%s is an unknown path of the app",
    async (target) => {
      for (const method of ["GET", "POST"]) {
        const answer = await ask(target, { method });
        expect(answer).toMatchObject({ status: 404, json: { error: "There is no such path." } });
        expect(answer.headers.get("x-request-id")).toMatch(/^req_/);
      }
    },
  );

  test.each([
    ["//evil.example/login", "/evil.example/login"],
    ["/\\evil.example", "/evil.example"],
    ["/users/../login?next=//x", "/login?next=//x"],
    ["//", "/"],
  ])("%s of a page is redirected to %s", async (target, location) => {
    const { status, headers } = await ask(target, { method: "GET" });
    expect({ status, location: headers.get("location") }).toEqual({ status: 308, location });
    expect((await ask(target)).status).toBe(405);
  });
});

test.each(["TRACE", "PROPFIND"])("the unsupported request %s is rejected in the format of its path", async (method) => {
  const answer = await ask("/api/v1/me", { method });
  expectError(answer, 405, "method_not_allowed");
  expect(answer.headers.get("allow")).toBe("GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS");
  expect(await ask("/api/coins", { method })).toMatchObject({ status: 405, json: { error: expect.any(String) } });
});

test("a page rejects a body", async () => {
  expect(await ask("/login", { method: "GET", headers: ["Content-Length: 10000000"] })).toMatchObject({ status: 413 });
  expect(await ask("/", { method: "GET", headers: ["Transfer-Encoding: chunked"] })).toMatchObject({ status: 413 });
});

test("a sign-in larger than any valid one is rejected before it is read", async () => {
  expect(await ask("/api/auth/callback/credentials")).toMatchObject({
    status: 413,
    json: { error: "The body is larger than 16 KiB." },
  });
});

describe("headers of Next's router and caches", () => {
  test("none of them changes a visitor's front page", async () => {
    const made = {
      "x-middleware-prefetch": "1",
      "x-middleware-rewrite": "/login",
      "x-nextjs-data": "1",
      "x-invoke-path": "/login",
      "x-matched-path": "/login",
      "x-now-route-matches": "1",
      "x-prerender-revalidate": "1",
      "next-resume": "1",
      "next-action": "x",
      "x-forwarded-host": "evil.example",
      "x-forwarded-proto": "ftp",
      "x-forwarded-port": "1",
      Range: "bytes=0-3",
      "Content-Security-Policy": "script-src 'nonce-known'",
    };
    for (const [name, value] of [...Object.entries(made), ...Object.entries({ all: "1" })]) {
      const { status, headers, text } = await send("/", { headers: name === "all" ? made : { [name]: value } });
      expect({ name, status, cache: headers.get("cache-control"), type: headers.get("content-type") }).toEqual({
        name,
        status: 200,
        cache: "public, max-age=0, s-maxage=30",
        type: "text/html; charset=utf-8",
      });
      expect(text).toMatch(/<\/html>\s*$/);
      expect(text).not.toMatch(/evil\.example|nonce="known"/);
    }
  });

  test.each<Record<string, string>>([
    { rsc: "1" },
    { rsc: "1", "next-router-prefetch": "1" },
    { rsc: "1", "next-router-state-tree": "%5B%22%22%2C%7B%7D%5D" },
    { rsc: "1", "next-router-segment-prefetch": "/_tree" },
  ])("a router payload of a page (%j) is not cacheable", async (headers) => {
    for (const query of ["", "?_rsc=abc12", "?_rsc="]) {
      const answer = await send(`/${query}`, { headers });
      expect(answer.headers.get("cache-control") ?? "").not.toMatch(/public|s-maxage/);
    }
  });
});
