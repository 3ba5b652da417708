import { beforeAll, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { database } from "@/lib/infra/db";
import { issueKey, revokeKey } from "@/lib/domain/keys/commands";
import { notFound, Refusal } from "@/lib/domain/errors";
import { endpoint, twin } from "@/lib/http/endpoint";
import { serve, serveUnknown } from "@/lib/http/serve";
import { serveInApp } from "@/lib/http/serve-in-app";
import { type Caller, knock, newCaller } from "./caller";

const actor = vi.hoisted((): { current: unknown } => ({ current: null }));
vi.mock("@/lib/auth/current", () => ({ actorOfRequest: async () => actor.current }));
vi.mock("next/server", () => ({ after: (job: () => Promise<unknown>) => void job() }));
process.env.RATE_LIMIT_V1_FREE = "4/60";
process.env.RATE_LIMIT_V1_PRO = "9/60";
process.env.RATE_LIMIT_IMAGES = "2/60";
process.env.RATE_LIMIT_AUTH_FAILURES = "3/60";
process.env.RATE_LIMIT_WRITE_POSTS = "7/60";
process.env.TRUSTED_PROXIES = "1";
process.env.NEXTAUTH_URL = "http://localhost";

const thing = z.object({ size: z.number() });
const things = {
  get: endpoint("GET /api/v1/things", {
    scope: "read:posts",
    summary: "Get",
    returns: thing,
    run: async () => ({ size: 1 }),
  }),
  create: endpoint("POST /api/v1/things", {
    scope: "write:posts",
    writes: "posts",
    summary: "Make",
    body: z.strictObject({ size: z.number() }),
    status: 201,
    returns: thing,
    budget: "images",
    run: async (_ctx, { size }) => ({ size }),
  }),
  note: endpoint("POST /api/v1/things", {
    scope: "write:posts",
    writes: "posts",
    summary: "Note",
    idempotent: true,
    body: z.strictObject({ size: z.number() }),
    status: 201,
    returns: thing,
    run: async (_ctx, { size }) => ({ size }),
  }),
  miss: endpoint("DELETE /api/v1/things", {
    scope: "write:posts",
    writes: "posts",
    summary: "Miss",
    returns: null,
    status: 204,
    run: () => Promise.reject(notFound()),
  }),
  break: endpoint("PATCH /api/v1/things", {
    scope: "write:posts",
    writes: "posts",
    summary: "Break",
    returns: thing,
    run: () => Promise.reject(new Error("the password is hunter2")),
  }),
  lose: endpoint("DELETE /api/v1/things", {
    scope: "write:posts",
    writes: "posts",
    summary: "Lose",
    returns: null,
    status: 204,
    run: () => Promise.reject(Object.assign(new Error("gone"), { code: "ECONNREFUSED" })),
  }),
};
const handlers = serve(things.get, things.create, things.break, things.lose);

describe("the order of refusals", () => {
  test("a spent quota comes before the scope, the scope before the input", async () => {
    const { key } = await newCaller({ scopes: ["read:feed"] });
    expect((await knock(handlers, "POST", { key, body: "not json" })).json.error.code).toBe("insufficient_scope");
    for (let call = 2; call <= 4; call++) await knock(handlers, "GET", { key });
    const over = await knock(handlers, "GET", { key });
    expect(over.json.error.code).toBe("rate_limited");
    expect(Number(over.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  test("a suspended account is told so, whatever its scopes, and spends its quota", async () => {
    const { key } = await newCaller({ suspended: true });
    const answer = await knock(handlers, "GET", { key });
    expect(answer).toMatchObject({ status: 403, json: { error: { code: "account_suspended" } } });
    expect(answer.headers.get("x-ratelimit-remaining")).toBe("3");
  });
});

describe("quota", () => {
  test("is spent and shown by refusals", async () => {
    const { key } = await newCaller();
    const remaining = [];
    for (const method of ["POST", "GET"] as const)
      remaining.push(
        (await knock(handlers, method, { key, json: method === "GET" ? undefined : {} })).headers.get(
          "x-ratelimit-remaining",
        ),
      );
    expect(remaining).toEqual(["1", "2"]);
  });

  test("is spent by methods and paths that do not exist", async () => {
    const { key } = await newCaller();
    await knock(handlers, "PUT", { key });
    await knock(serveUnknown(), "GET", { key });
    expect((await knock(handlers, "GET", { key })).headers.get("x-ratelimit-remaining")).toBe("1");
  });

  test("is larger for the tier pro", async () => {
    const { key } = await newCaller({ tier: "pro" });
    expect((await knock(handlers, "GET", { key })).headers.get("x-ratelimit-limit")).toBe("9");
  });

  test("of an operation of its own is the account's: a new key brings no new one", async () => {
    const { key, ctx } = await newCaller({ tier: "pro" });
    for (let call = 0; call < 2; call++) await knock(handlers, "POST", { key, json: { size: 1 } });
    const { key: another } = await issueKey(ctx, { name: "another", scopes: ["write:posts"], expiresInDays: null });
    expect((await knock(handlers, "POST", { key: another, json: { size: 1 } })).status).toBe(429);
  });

  test("of an operation of its own is spent beside the key's", async () => {
    const { key } = await newCaller({ tier: "pro" });
    const first = await knock(handlers, "POST", { key, json: { size: 1 } });
    expect(first.headers.get("ratelimit-policy")).toBe('"default";q=9;w=60, "images";q=2;w=60');
    await knock(handlers, "POST", { key, json: { size: 1 } });
    expect((await knock(handlers, "POST", { key, json: { size: 1 } })).status).toBe(429);
    expect((await knock(handlers, "GET", { key })).status).toBe(200);
  });
});

describe("the ceiling of an account", () => {
  test("holds over all its keys together, new ones included, with the headers of a spent quota", async () => {
    const { ctx, key } = await newCaller();
    const keys = [key];
    while (keys.length < 7)
      keys.push((await issueKey(ctx, { name: "another", scopes: ["read:posts"], expiresInDays: null })).key);
    const statuses = [];
    for (const each of keys)
      for (let call = 0; call < 4; call++) statuses.push((await knock(handlers, "GET", { key: each })).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
    const { key: next } = await issueKey(ctx, { name: "next", scopes: ["read:posts"], expiresInDays: null });
    const over = await knock(handlers, "GET", { key: next });
    expect(over).toMatchObject({ status: 429, json: { error: { code: "rate_limited" } } });
    expect(over.headers.get("x-ratelimit-limit")).toBe("20");
    expect(over.headers.get("x-ratelimit-remaining")).toBe("0");
    expect(Number(over.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  test("is not spent by what one key's own quota refuses", async () => {
    const { ctx, key } = await newCaller();
    const { key: other } = await issueKey(ctx, { name: "another", scopes: ["read:posts"], expiresInDays: null });
    for (let call = 0; call < 30; call++) await knock(handlers, "GET", { key });
    expect((await knock(handlers, "GET", { key: other })).status).toBe(200);
  });
});

describe("the write budget of an account", () => {
  const make = (key: string, headers?: Record<string, string>) =>
    knock(serve(things.note), "POST", { key, headers, json: { size: 1 } });

  test("refuses what is beyond it with its own figures, whichever keys it is written with, and leaves reads alone", async () => {
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
    expect((await knock(handlers, "GET", { key: other })).status).toBe(200);
  });

  test("is the same for the API and the app", async () => {
    const { ctx, key } = await newCaller({ tier: "pro" });
    actor.current = ctx.actor;
    const inApp = () => knock(serveInApp(twin(things.note)), "POST", { json: { size: 1 }, path: "/api/things" });
    for (let write = 0; write < 6; write++) expect((await inApp()).status).toBe(201);
    expect((await make(key)).status).toBe(201);
    expect((await make(key)).status).toBe(429);
    const over = await inApp();
    expect(over).toMatchObject({ status: 429, json: { error: expect.stringContaining("Too many requests") } });
    expect(Number(over.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  test("is not spent by replays, nor refuses them", async () => {
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

  test("is asked after scope and input, and before anything is looked for", async () => {
    const { ctx, key } = await newCaller({ tier: "pro" });
    for (let write = 0; write < 7; write++) await make(key);
    const { key: reader } = await issueKey(ctx, { name: "reader", scopes: ["read:posts"], expiresInDays: null });
    expect((await make(reader)).status).toBe(403);
    expect((await knock(serve(things.note), "POST", { key, json: { size: "large" } })).status).toBe(400);
    expect((await knock(serve(things.miss), "DELETE", { key })).status).toBe(429);
  });
});

describe("a path or method that does not exist", () => {
  const visible = ({ status, headers, json }: Awaited<ReturnType<typeof knock>>) => [
    status,
    json.error.message,
    headers.get("x-ratelimit-limit"),
    headers.get("ratelimit-policy"),
  ];

  const headers = { "X-Forwarded-For": "192.0.2.7" };

  test("answers a live key, a dead one and none alike, and counts a dead one as a failure", async () => {
    const { ctx, key: live } = await newCaller();
    const { id, key: dead } = await issueKey(ctx, { name: "dead", scopes: ["read:posts"], expiresInDays: null });
    await revokeKey(ctx, { id });
    for (const [route, method] of [
      [serveUnknown(), "GET"],
      [handlers, "PUT"],
    ] as const) {
      const answers = [
        await knock(route, method, { key: live, headers }),
        await knock(route, method, { key: dead, headers }),
        await knock(route, method, { headers }),
      ];
      expect(new Set(answers.map((answer) => JSON.stringify(visible(answer)))).size).toBe(1);
      expect(answers[0]?.headers.get("x-ratelimit-limit")).toBe("3");
    }
    for (let guess = 0; guess < 3; guess++)
      expect((await knock(serveUnknown(), "GET", { key: dead, headers })).status).toBe(404);
    expect((await knock(handlers, "GET", { key: dead, headers })).status).toBe(429);
    expect((await knock(handlers, "GET", { key: live, headers })).status).toBe(200);
  });
});

describe("failed authentications", () => {
  test("are counted against the address, and never against who has a good key", async () => {
    const { key } = await newCaller();
    const codes = [];
    for (let call = 0; call < 5; call++) codes.push((await knock(handlers, "GET")).json.error.code);
    expect(codes).toEqual(["missing_key", "missing_key", "missing_key", "rate_limited", "rate_limited"]);
    expect((await knock(handlers, "GET", { key })).status).toBe(200);
    const preflight = await knock(handlers, "OPTIONS");
    expect(preflight).toMatchObject({ status: 204 });
    expect(preflight.headers.get("x-ratelimit-limit")).toBe("3");
  });
});

describe("a fault of ours", () => {
  let caller: Caller;
  beforeAll(async () => {
    caller = await newCaller({ tier: "pro" });
    vi.spyOn(process.stderr, "write").mockReturnValue(true);
  });

  test("is a 500 that tells nothing of itself", async () => {
    const answer = await knock(handlers, "PATCH", { key: caller.key });
    expect(answer).toMatchObject({ status: 500, json: { error: { code: "internal_error" } } });
    expect(answer.text).not.toContain("hunter2");
  });

  test("at the database is a 503 that asks to come back", async () => {
    const answer = await knock(handlers, "DELETE", { key: caller.key });
    expect(answer).toMatchObject({ status: 503, json: { error: { code: "unavailable" } } });
    expect(answer.headers.get("retry-after")).toBe("5");
  });

  test("at the database spends nothing of the account's write budget", async () => {
    const { key } = await newCaller({ tier: "pro" });
    for (let turn = 0; turn < 8; turn++) expect((await knock(handlers, "DELETE", { key })).status).toBe(503);
  });
});

describe("a success", () => {
  test("runs what waits for the commit after the answer, and notes the key's use", async () => {
    const { key, ctx } = await newCaller();
    const done: string[] = [];
    const acting = endpoint("POST /api/v1/things", {
      scope: "write:posts",
      writes: "posts",
      summary: "Act",
      returns: null,
      status: 204,
      run: async (run) => run.afterCommit(async () => void done.push(run.actor.id)),
    });
    expect((await knock(serve(acting), "POST", { key })).status).toBe(204);
    expect(done).toEqual([ctx.actor.id]);
    await vi.waitFor(async () =>
      expect(await database().prisma.apiKey.findFirst({ where: { userId: ctx.actor.id } })).toMatchObject({
        lastUsedAt: expect.any(Date),
      }),
    );
  });

  test("of a refusal in `run` keeps the refusal's own words", async () => {
    const { key } = await newCaller();
    const refusing = endpoint("GET /api/v1/things", {
      scope: "read:posts",
      summary: "Refuse",
      returns: thing,
      errors: ["conflict"],
      run: () => Promise.reject(new Refusal("conflict", "Not now.")),
    });
    expect(await knock(serve(refusing), "GET", { key })).toMatchObject({
      status: 409,
      json: { error: { code: "conflict", message: "Not now." } },
    });
  });
});
