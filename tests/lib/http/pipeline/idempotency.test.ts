import { randomBytes, randomUUID } from "node:crypto";
import pg from "pg";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { invalid } from "@/lib/domain/kernel/errors";
import { database } from "@/lib/infra/database/db";
import { env } from "@/lib/infra/environment/env";
import { apiOperation } from "@/lib/http/operation";
import { IDEMPOTENCY_RETENTION_MS } from "@/lib/domain/deployment/retention/rules";
import { parseIdempotencyKey } from "@/lib/http/pipeline/idempotency";
import { serve } from "@/lib/http/pipeline/serve";
import { eventually } from "@/tests/support/eventually";
import { useVariables } from "@/tests/support/variables";
import { type Caller, callHandler, newCaller } from "./caller";

useVariables({ RATE_LIMIT_V1_FREE: "1000/60" });

/** What the operation under test does; set by each test. */
let act: (size: number) => Promise<{ secret: string }>;
let runs = 0;

const handlers = serve(
  apiOperation("POST /api/v1/things", {
    scope: "write:posts",
    writes: "posts",
    summary: "Make",
    idempotent: true,
    secret: true,
    body: z.strictObject({ size: z.number() }),
    status: 201,
    returns: z.object({ secret: z.string() }),
    run: (_ctx, { size }) => (runs++, act(size)),
  }),
);

let caller: Caller;
beforeEach(async () => {
  caller = await newCaller();
  runs = 0;
  act = async (size) => ({ secret: `whsec_${size}` });
});

const make = (key: string, json: unknown = { size: 1 }, path?: string) =>
  callHandler(handlers, "POST", { key: caller.key, json, path, headers: { "Idempotency-Key": key } });
const stored = () => database().prisma.idempotencyKey.findFirst({ where: { userId: caller.ctx.actor.id } });

describe("a stored response", () => {
  test("with a secret is encrypted in the database, and replayed in plain text", async () => {
    const key = randomUUID();
    const first = await make(key);
    expect((await stored())?.body).not.toContain("whsec");
    const again = await make(key);
    expect(again).toMatchObject({ status: 201, text: first.text });
    expect(runs).toBe(1);
  });

  test("expires after 24 hours, whether or not it has been deleted", async () => {
    const key = randomUUID();
    await make(key);
    await database().prisma.idempotencyKey.updateMany({
      where: { userId: caller.ctx.actor.id },
      data: { createdAt: new Date(Date.now() - IDEMPOTENCY_RETENTION_MS - 1000) },
    });
    const again = await make(key, { size: 2 });
    expect(again).toMatchObject({ status: 201, text: '{"secret":"whsec_2"}' });
    expect(again.headers.has("idempotency-replayed")).toBe(false);
  });
});

describe("a key", () => {
  test("whose claim was committed without a response does nothing twice, and says that nobody knows", async () => {
    const key = randomUUID();
    await make(key);
    // As a pooler leaves it that changes sessions within a transaction.
    await database().prisma.idempotencyKey.updateMany({
      where: { userId: caller.ctx.actor.id },
      data: { status: 0, body: "" },
    });
    expect(await make(key)).toMatchObject({ status: 503, json: { error: { code: "outcome_unknown" } } });
    expect(runs).toBe(1);
  });

  test("is free again after an error", async () => {
    vi.spyOn(process.stderr, "write").mockReturnValue(true);
    const key = randomUUID();
    act = () => Promise.reject(invalid([{ param: "size", message: "too large" }]));
    expect((await make(key)).status).toBe(400);
    act = () => Promise.reject(new Error("broken"));
    expect((await make(key)).status).toBe(500);
    expect(await stored()).toBeNull();
    act = async () => ({ secret: "whsec_now" });
    expect((await make(key, { size: 3 })).status).toBe(201);
  });

  test("in use by another request makes a second one wait, then asks it to retry", async () => {
    const key = randomUUID();
    let finish = (_answer: { secret: string }) => {};
    act = () => new Promise((resolve) => (finish = resolve));
    const first = make(key);
    await eventually(() => expect(runs).toBe(1));
    const second = await make(key);
    expect(second).toMatchObject({ status: 409, json: { error: { code: "idempotency_in_progress" } } });
    expect(second.headers.get("retry-after")).toBe("1");
    finish({ secret: "whsec_1" });
    expect((await first).status).toBe(201);
    expect((await make(key)).headers.get("idempotency-replayed")).toBe("true");
    expect(runs).toBe(1);
  });

  test("in use on another server is waited for once", async () => {
    const claim = { operation: "POST /api/v1/things", key: randomUUID(), requestHash: "" };
    const sent = vi.spyOn(pg.Client.prototype, "query");
    onTestFinished(() => sent.mockRestore());
    const answer = await database().prisma.$transaction(async (tx) => {
      await tx.idempotencyKey.create({ data: { ...claim, userId: caller.ctx.actor.id, createdAt: new Date() } });
      return make(claim.key);
    });
    expect(answer).toMatchObject({ status: 409, json: { error: { code: "idempotency_in_progress" } } });
    const names = sent.mock.calls.map(([statement]) => (statement as { name?: string }).name);
    expect(names.filter((name) => name === "idempotency.claim")).toHaveLength(1);
  });

  test("belongs to its path, with or without a trailing slash", async () => {
    const key = randomUUID();
    await make(key, { size: 1 }, "/api/v1/things");
    expect((await make(key, { size: 1 }, "/api/v1/things/")).headers.get("idempotency-replayed")).toBe("true");
    expect(runs).toBe(1);
  });

  test("belongs to its path, whatever its length", async () => {
    const key = randomUUID();
    const path = `/api/v1/things/${randomBytes(5000).toString("base64url")}`;
    const statuses = [await make(key, { size: 1 }, path), await make(key, { size: 1 }, `${path}x`)].map(
      (r) => r.status,
    );
    expect(statuses).toEqual([201, 201]);
    expect(runs).toBe(2);
    expect((await make(key, { size: 1 }, path)).headers.get("idempotency-replayed")).toBe("true");
  });

  test("belongs to the body's value: key order and spaces do not matter, numbers and text do", async () => {
    const key = randomUUID();
    await make(key);
    const spaced = await callHandler(handlers, "POST", {
      key: caller.key,
      body: '{ "size" : 1.0 }',
      headers: { "Idempotency-Key": key, "Content-Type": "application/json" },
    });
    expect(spaced.headers.get("idempotency-replayed")).toBe("true");
    expect((await make(key, { size: 1.5 })).json.error.code).toBe("idempotency_conflict");
  });
});

describe("the header", () => {
  test.each([
    ["abc", "abc"],
    ['"abc"', "abc"],
    ["a b", "a b"],
    ["x".repeat(255), "x".repeat(255)],
    ['"', '"'],
  ])("%j reads as %j", (header, key) => {
    expect(parseIdempotencyKey(header)).toBe(key);
  });

  test.each(["", " ", '""', "x".repeat(256), "naïve", "a\nb"])("rejects %j", (header) => {
    expect(() => parseIdempotencyKey(header)).toThrow("Idempotency-Key");
  });
});

describe("an operation that prepares", () => {
  let prepare: () => Promise<number>;
  let prepared = 0;
  const prepares = serve(
    apiOperation("POST /api/v1/prepared", {
      scope: "write:posts",
      writes: "posts",
      summary: "Make",
      idempotent: true,
      body: z.strictObject({ size: z.number() }),
      status: 201,
      returns: z.object({ made: z.number() }),
      prepare: () => (prepared++, prepare()),
      run: async (_ctx, _input, made) => (runs++, { made }),
    }),
  );
  const send = (key: string, json: unknown = { size: 1 }) =>
    callHandler(prepares, "POST", {
      key: caller.key,
      json,
      path: "/api/v1/prepared",
      headers: { "Idempotency-Key": key },
    });
  beforeEach(() => {
    prepare = async () => 7;
    prepared = 0;
  });

  test("passes its result to the effect, and a replay prepares nothing", async () => {
    const key = randomUUID();
    expect(await send(key)).toMatchObject({ status: 201, text: '{"made":7}' });
    const again = await send(key);
    expect(again).toMatchObject({ status: 201, text: '{"made":7}' });
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect([prepared, runs]).toEqual([1, 1]);
    expect((await send(key, { size: 2 })).json.error.code).toBe("idempotency_conflict");
    expect(prepared).toBe(1);
  });

  test("holds no database connection while others wait", async () => {
    let finish = (_size: number) => {};
    const ready = new Promise<number>((resolve) => (finish = resolve));
    prepare = () => ready;
    const more = env().database.poolMax + 1;
    const waiting = Array.from({ length: more }, () => send(randomUUID()));
    await eventually(() => expect(prepared).toBe(more));
    expect(await database().prisma.user.count({ where: { id: caller.ctx.actor.id } })).toBe(1);
    finish(1);
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(Array(more).fill(201));
  });

  test("prepares once for identical concurrent requests", async () => {
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 30 }, () => send(key)));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(new Set(['201 {"made":7}']));
    expect([prepared, runs]).toEqual([1, 1]);
  });

  test("makes identical requests wait up to two seconds, and frees the key after a failure", async () => {
    const key = randomUUID();
    let fail = () => {};
    prepare = () => new Promise((_, reject) => (fail = () => reject(invalid([{ param: "size", message: "no" }]))));
    const first = send(key);
    await eventually(() => expect(prepared).toBe(1));
    const second = await send(key);
    expect([second.json.error.code, second.headers.get("retry-after")]).toEqual(["idempotency_in_progress", "1"]);
    fail();
    expect((await first).status).toBe(400);
    prepare = async () => 8;
    expect(await send(key)).toMatchObject({ status: 201, text: '{"made":8}' });
  });
});
