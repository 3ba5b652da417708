import { beforeAll, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { Refusal } from "@/lib/domain/errors";
import { issueKey } from "@/lib/domain/keys/commands";
import { database } from "@/lib/infra/db";
import { endpoint } from "@/lib/http/endpoint";
import { serve, serveUnknown } from "@/lib/http/serve";
import { type Caller, knock, newCaller } from "./caller";

vi.mock("next/server", () => ({ after: (job: () => Promise<unknown>) => void job() }));
process.env.RATE_LIMIT_V1_FREE = "4/60";
process.env.RATE_LIMIT_V1_PRO = "9/60";
process.env.RATE_LIMIT_IMAGES = "2/60";
process.env.RATE_LIMIT_AUTH_FAILURES = "3/60";
process.env.NEXTAUTH_URL = "http://localhost";

const thing = z.object({ size: z.number() });
const things = {
  get: endpoint("GET /api/v1/things", { scope: "read:posts", summary: "Get", returns: thing, run: async () => ({ size: 1 }) }),
  create: endpoint("POST /api/v1/things", { scope: "write:posts", summary: "Make", body: z.strictObject({ size: z.number() }), status: 201, returns: thing, budget: "images", run: async (_ctx, { size }) => ({ size }) }),
  break: endpoint("PATCH /api/v1/things", { scope: "write:posts", summary: "Break", returns: thing, run: () => Promise.reject(new Error("the password is hunter2")) }),
  lose: endpoint("DELETE /api/v1/things", { scope: "write:posts", summary: "Lose", returns: null, status: 204, run: () => Promise.reject(Object.assign(new Error("gone"), { code: "ECONNREFUSED" })) }),
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
  test("is spent by refusals and by methods that are not there, and shown by each", async () => {
    const { key } = await newCaller();
    const remaining = [];
    for (const method of ["PUT", "POST", "GET"] as const) remaining.push((await knock(handlers, method, { key, json: method === "GET" ? undefined : {} })).headers.get("x-ratelimit-remaining"));
    expect(remaining).toEqual(["3", "1", "1"]);
    expect((await knock(serveUnknown(), "GET", { key })).headers.get("x-ratelimit-remaining")).toBe("0");
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
});

describe("a success", () => {
  test("runs what waits for the commit after the answer, and notes the key's use", async () => {
    const { key, ctx } = await newCaller();
    const done: string[] = [];
    const acting = endpoint("POST /api/v1/things", {
      scope: "write:posts",
      summary: "Act",
      returns: null,
      status: 204,
      run: async (run) => run.afterCommit(async () => void done.push(run.actor.id)),
    });
    expect((await knock(serve(acting), "POST", { key })).status).toBe(204);
    expect(done).toEqual([ctx.actor.id]);
    await vi.waitFor(async () => expect(await database().prisma.apiKey.findFirst({ where: { userId: ctx.actor.id } })).toMatchObject({ lastUsedAt: expect.any(Date) }));
  });

  test("of a refusal in `run` keeps the refusal's own words", async () => {
    const { key } = await newCaller();
    const refusing = endpoint("GET /api/v1/things", { scope: "read:posts", summary: "Refuse", returns: thing, errors: ["conflict"], run: () => Promise.reject(new Refusal("conflict", "Not now.")) });
    expect(await knock(serve(refusing), "GET", { key })).toMatchObject({ status: 409, json: { error: { code: "conflict", message: "Not now." } } });
  });
});
