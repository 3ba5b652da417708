import { beforeAll, describe, expect, test, vi } from "vitest";
import { database } from "@/lib/infra/database/db";
import { issueKey, revokeKey } from "@/lib/domain/accounts/keys/commands";
import { DomainError } from "@/lib/domain/kernel/errors";
import { apiOperation } from "@/lib/http/operation";
import { serve, serveUnknown } from "@/lib/http/pipeline/serve";
import { eventually } from "@/tests/support/eventually";
import { stopClock } from "@/tests/support/stopped-clock";
import { useVariables } from "@/tests/support/variables";
import { type Caller, callHandler, newCaller } from "./caller";
import { handlers, SMALL_BUDGETS, thing } from "./things";

useVariables(SMALL_BUDGETS);
stopClock();

describe("the order of checks", () => {
  test("checks quota before scope, and scope before input", async () => {
    const { key } = await newCaller({ scopes: ["read:feed"] });
    expect((await callHandler(handlers, "POST", { key, body: "not json" })).json.error.code).toBe("insufficient_scope");
    for (let call = 2; call <= 4; call++) await callHandler(handlers, "GET", { key });
    const over = await callHandler(handlers, "GET", { key });
    expect(over.json.error.code).toBe("rate_limited");
    expect(Number(over.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  test("rejects a suspended account regardless of its scopes, and spends its quota", async () => {
    const { key } = await newCaller({ suspended: true });
    const answer = await callHandler(handlers, "GET", { key });
    expect(answer).toMatchObject({ status: 403, json: { error: { code: "account_suspended" } } });
    expect(answer.headers.get("x-ratelimit-remaining")).toBe("3");
  });
});

test("a key that is bound to networks works only from them, and spends nothing from elsewhere", async () => {
  const { ctx } = await newCaller();
  const { key } = await issueKey(ctx, {
    name: "bound",
    scopes: ["read:posts"],
    networks: ["198.51.100.0/24", "203.0.113.7", "2001:db8:1::/48"],
  });
  const from = (address: string) => callHandler(handlers, "GET", { key, headers: { "X-Forwarded-For": address } });
  for (const outside of ["192.0.2.9", "203.0.113.8", "2001:db8:2::1"])
    expect(await from(outside)).toMatchObject({ status: 403, json: { error: { code: "network_not_allowed" } } });
  const inside = await from("198.51.100.200");
  expect(inside.status).toBe(200);
  expect(inside.headers.get("x-ratelimit-remaining")).toBe("3");
  for (const also of ["203.0.113.7", "2001:db8:1:ffff::1"]) expect((await from(also)).status).toBe(200);
});

describe("a path or method that does not exist", () => {
  const visible = ({ status, headers, json }: Awaited<ReturnType<typeof callHandler>>) => [
    status,
    json.error.message,
    headers.get("x-ratelimit-limit"),
    headers.get("ratelimit-policy"),
  ];

  const headers = { "X-Forwarded-For": "192.0.2.7" };

  test("is the same error with a live key, a dead key and no key, and counts a dead key as a failure", async () => {
    const { ctx, key: live } = await newCaller();
    const { id, key: dead } = await issueKey(ctx, { name: "dead", scopes: ["read:posts"], expiresInDays: null });
    await revokeKey(ctx, { id });
    for (const [route, method] of [
      [serveUnknown(), "GET"],
      [handlers, "PUT"],
    ] as const) {
      const answers = [
        await callHandler(route, method, { key: live, headers }),
        await callHandler(route, method, { key: dead, headers }),
        await callHandler(route, method, { headers }),
      ];
      expect(new Set(answers.map((answer) => JSON.stringify(visible(answer)))).size).toBe(1);
      expect(answers[0]?.headers.get("x-ratelimit-limit")).toBe("3");
    }
    for (let guess = 0; guess < 3; guess++)
      expect((await callHandler(serveUnknown(), "GET", { key: dead, headers })).status).toBe(404);
    expect((await callHandler(handlers, "GET", { key: dead, headers })).status).toBe(429);
    expect((await callHandler(handlers, "GET", { key: live, headers })).status).toBe(200);
  });
});

describe("failed authentications", () => {
  test("count against the address, but never against a valid key", async () => {
    const { key } = await newCaller();
    const codes = [];
    for (let call = 0; call < 5; call++) codes.push((await callHandler(handlers, "GET")).json.error.code);
    expect(codes).toEqual(["missing_key", "missing_key", "missing_key", "rate_limited", "rate_limited"]);
    expect((await callHandler(handlers, "GET", { key })).status).toBe(200);
    const preflight = await callHandler(handlers, "OPTIONS");
    expect(preflight).toMatchObject({ status: 204 });
    expect(preflight.headers.get("x-ratelimit-limit")).toBe("3");
  });
});

describe("an internal error", () => {
  let caller: Caller;
  beforeAll(async () => {
    caller = await newCaller({ tier: "pro" });
    vi.spyOn(process.stderr, "write").mockReturnValue(true);
  });

  test("is a 500 without details", async () => {
    const answer = await callHandler(handlers, "PATCH", { key: caller.key });
    expect(answer).toMatchObject({ status: 500, json: { error: { code: "internal_error" } } });
    expect(answer.text).not.toContain("hunter2");
  });

  test("in the database is a 503 that asks to retry", async () => {
    const answer = await callHandler(handlers, "DELETE", { key: caller.key });
    expect(answer).toMatchObject({ status: 503, json: { error: { code: "unavailable" } } });
    expect(answer.headers.get("retry-after")).toBe("5");
  });

  test("in the database does not spend the account's write budget", async () => {
    const { key } = await newCaller({ tier: "pro" });
    for (let turn = 0; turn < 8; turn++) expect((await callHandler(handlers, "DELETE", { key })).status).toBe(503);
  });
});

describe("a success", () => {
  test("runs jobs after commit and response, and records the key's use", async () => {
    const { key, ctx } = await newCaller();
    const done: string[] = [];
    const acting = apiOperation("POST /api/v1/things", {
      scope: "write:posts",
      writes: "posts",
      summary: "Act",
      returns: null,
      run: async (run) => run.afterCommit(async () => void done.push(run.actor.id)),
    });
    expect((await callHandler(serve(acting), "POST", { key })).status).toBe(204);
    expect(done).toEqual([ctx.actor.id]);
    await eventually(async () =>
      expect(await database().prisma.apiKey.findFirst({ where: { userId: ctx.actor.id } })).toMatchObject({
        lastUsedAt: expect.any(Date),
      }),
    );
  });

  test("keeps the message of a domain error in `run`", async () => {
    const { key } = await newCaller();
    const refusing = apiOperation("GET /api/v1/things", {
      scope: "read:posts",
      summary: "Refuse",
      returns: thing,
      errors: ["conflict"],
      run: () => Promise.reject(new DomainError("conflict", "Not now.")),
    });
    expect(await callHandler(serve(refusing), "GET", { key })).toMatchObject({
      status: 409,
      json: { error: { code: "conflict", message: "Not now." } },
    });
  });
});
