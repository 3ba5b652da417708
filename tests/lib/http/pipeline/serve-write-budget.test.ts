import { describe, expect, test } from "vitest";
import { issueKey } from "@/lib/domain/accounts/keys/commands";
import { sessionRoute } from "@/lib/http/operation";
import { serve } from "@/lib/http/pipeline/serve";
import { serveSession } from "@/lib/http/pipeline/serve-session";
import { sessionCookieOf } from "@/tests/support/session-cookie";
import { stopClock } from "@/tests/support/stopped-clock";
import { useVariables } from "@/tests/support/variables";
import { callHandler, newCaller } from "./caller";
import { handlers, SMALL_BUDGETS, things } from "./things";

useVariables(SMALL_BUDGETS);
stopClock();

describe("the write budget of an account", () => {
  const make = (key: string, headers?: Record<string, string>) =>
    callHandler(serve(things.note), "POST", { key, headers, json: { size: 1 } });

  test("rejects writes beyond it with its own headers, for any key, and ignores reads", async () => {
    const { ctx, key } = await newCaller({ tier: "pro" });
    const { key: other } = await issueKey(ctx, {
      name: "another",
      scopes: ["write:posts", "read:posts"],
      expiresInDays: null,
    });
    for (const each of [key, key, key, key, other, other])
      expect((await make(each)).headers.get("x-ratelimit-limit")).toBe("9");
    expect((await make(other)).status).toBe(201);
    const over = await make(other);
    expect(over).toMatchObject({ status: 429, json: { error: { code: "rate_limited" } } });
    expect(over.headers.get("ratelimit")).toMatch(/^"default";r=5;t=\d+, "writePosts";r=0;t=\d+$/);
    expect(Number(over.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await callHandler(handlers, "GET", { key: other })).status).toBe(200);
  });

  test("is shared by the API and session routes", async () => {
    const { ctx, key } = await newCaller({ tier: "pro" });
    const headers = { Cookie: await sessionCookieOf(ctx) };
    const inApp = () =>
      callHandler(serveSession(sessionRoute(things.note)), "POST", { headers, json: { size: 1 }, path: "/api/things" });
    for (let write = 0; write < 6; write++) expect((await inApp()).status).toBe(201);
    expect((await make(key)).status).toBe(201);
    expect((await make(key)).status).toBe(429);
    const over = await inApp();
    expect(over).toMatchObject({ status: 429, json: { error: expect.stringContaining("Too many requests") } });
    expect(Number(over.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  test("neither counts nor rejects replays", async () => {
    const { ctx, key } = await newCaller({ tier: "pro" });
    const { key: other } = await issueKey(ctx, { name: "another", scopes: ["write:posts"], expiresInDays: null });
    const once = { "Idempotency-Key": "once" };
    for (let retry = 0; retry < 8; retry++) expect((await make(key, once)).status).toBe(201);
    for (let write = 0; write < 6; write++) expect((await make(other)).status).toBe(201);
    expect((await make(other)).status).toBe(429);
    const replayed = await make(other, once);
    expect(replayed.status).toBe(201);
    expect(replayed.headers.get("idempotency-replayed")).toBe("true");
  });

  test("is checked after scope and input, and before any query", async () => {
    const { ctx, key } = await newCaller({ tier: "pro" });
    for (let write = 0; write < 7; write++) await make(key);
    const { key: reader } = await issueKey(ctx, { name: "reader", scopes: ["read:posts"], expiresInDays: null });
    expect((await make(reader)).status).toBe(403);
    expect((await callHandler(serve(things.note), "POST", { key, json: { size: "large" } })).status).toBe(400);
    expect((await callHandler(serve(things.miss), "DELETE", { key })).status).toBe(429);
  });
});
