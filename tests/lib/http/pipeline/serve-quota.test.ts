import { describe, expect, test } from "vitest";
import { refreshTokens, type TokenResponse } from "@/lib/domain/accounts/apps/tokens";
import { issueKey } from "@/lib/domain/accounts/keys/commands";
import { serveUnknown } from "@/lib/http/pipeline/serve";
import { anyone, newApp, tokensFor } from "@/tests/lib/domain/accounts/apps/app-fixture";
import { stopClock } from "@/tests/support/stopped-clock";
import { useVariables } from "@/tests/support/variables";
import { callHandler, newCaller } from "./caller";
import { handlers, SMALL_BUDGETS } from "./things";

useVariables(SMALL_BUDGETS);
stopClock();

describe("quota", () => {
  test("is spent by errors and shown in their headers", async () => {
    const { key } = await newCaller();
    const remaining = [];
    for (const method of ["POST", "GET"] as const)
      remaining.push(
        (await callHandler(handlers, method, { key, json: method === "GET" ? undefined : {} })).headers.get(
          "x-ratelimit-remaining",
        ),
      );
    expect(remaining).toEqual(["1", "2"]);
  });

  test("is spent by requests for methods and paths that do not exist", async () => {
    const { key } = await newCaller();
    await callHandler(handlers, "PUT", { key });
    await callHandler(serveUnknown(), "GET", { key });
    expect((await callHandler(handlers, "GET", { key })).headers.get("x-ratelimit-remaining")).toBe("1");
  });

  test("is larger for the pro tier", async () => {
    const { key } = await newCaller({ tier: "pro" });
    expect((await callHandler(handlers, "GET", { key })).headers.get("x-ratelimit-limit")).toBe("9");
  });

  test("of a single operation belongs to the account: a new key does not renew it", async () => {
    const { key, ctx } = await newCaller({ tier: "pro" });
    for (let call = 0; call < 2; call++) await callHandler(handlers, "POST", { key, json: { size: 1 } });
    const { key: another } = await issueKey(ctx, { name: "another", scopes: ["write:posts"], expiresInDays: null });
    expect((await callHandler(handlers, "POST", { key: another, json: { size: 1 } })).status).toBe(429);
  });

  test("of a single operation is spent in addition to the key's", async () => {
    const { key } = await newCaller({ tier: "pro" });
    const first = await callHandler(handlers, "POST", { key, json: { size: 1 } });
    expect(first.headers.get("ratelimit-policy")).toMatch(/^"default";q=9;w=60, "images";q=2;w=60, /);
    await callHandler(handlers, "POST", { key, json: { size: 1 } });
    expect((await callHandler(handlers, "POST", { key, json: { size: 1 } })).status).toBe(429);
    expect((await callHandler(handlers, "GET", { key })).status).toBe(200);
  });
});

test("an app's quota belongs to its grant: a new token does not renew it, and another grant has its own", async () => {
  const { ctx } = await newCaller();
  const { app } = await newApp();
  const first = await tokensFor(ctx, app);
  const renewed = await refreshTokens(anyone(ctx.now), app, { refresh_token: first.refresh_token });
  const other = await tokensFor(ctx, app);
  const left = async ({ access_token: key }: TokenResponse) =>
    (await callHandler(handlers, "GET", { key })).headers.get("x-ratelimit-remaining");
  expect([await left(first), await left(renewed), await left(other)]).toEqual(["3", "2", "3"]);
});

describe("the limit of an account", () => {
  test("covers all its keys together, including new ones, with the headers of a spent quota", async () => {
    const { ctx, key } = await newCaller();
    const keys = [key];
    while (keys.length < 7)
      keys.push((await issueKey(ctx, { name: "another", scopes: ["read:posts"], expiresInDays: null })).key);
    const statuses = [];
    for (const each of keys)
      for (let call = 0; call < 4; call++) statuses.push((await callHandler(handlers, "GET", { key: each })).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
    const { key: next } = await issueKey(ctx, { name: "next", scopes: ["read:posts"], expiresInDays: null });
    const over = await callHandler(handlers, "GET", { key: next });
    expect(over).toMatchObject({ status: 429, json: { error: { code: "rate_limited" } } });
    expect(over.headers.get("x-ratelimit-limit")).toBe("20");
    expect(over.headers.get("x-ratelimit-remaining")).toBe("0");
    expect(Number(over.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  test("is not spent by requests that a key's own quota rejects", async () => {
    const { ctx, key } = await newCaller();
    const { key: other } = await issueKey(ctx, { name: "another", scopes: ["read:posts"], expiresInDays: null });
    for (let call = 0; call < 30; call++) await callHandler(handlers, "GET", { key });
    expect((await callHandler(handlers, "GET", { key: other })).status).toBe(200);
  });
});
