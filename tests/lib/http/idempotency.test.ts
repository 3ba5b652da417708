import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { invalid } from "@/lib/domain/errors";
import { database } from "@/lib/infra/db";
import { endpoint } from "@/lib/http/endpoint";
import { IDEMPOTENCY_RETENTION_MS } from "@/lib/domain/retention/rules";
import { parseIdempotencyKey } from "@/lib/http/idempotency";
import { serve } from "@/lib/http/serve";
import { type Caller, knock, newCaller } from "./caller";

vi.mock("next/server", () => ({ after: (job: () => Promise<unknown>) => void job() }));
process.env.RATE_LIMIT_V1_FREE = "1000/60";

/** What the operation under test does; each test says. */
let act: (size: number) => Promise<{ secret: string }>;
let runs = 0;

const handlers = serve(
  endpoint("POST /api/v1/things", {
    scope: "write:posts", writes: "posts",
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

const make = (key: string, json: unknown = { size: 1 }) => knock(handlers, "POST", { key: caller.key, json, headers: { "Idempotency-Key": key } });
const stored = () => database().prisma.idempotencyKey.findFirst({ where: { userId: caller.ctx.actor.id } });

describe("a stored answer", () => {
  test("that holds a secret is sealed in the database, and replayed open", async () => {
    const key = randomUUID();
    const first = await make(key);
    expect((await stored())?.body).not.toContain("whsec");
    const again = await make(key);
    expect(again).toMatchObject({ status: 201, text: first.text });
    expect(runs).toBe(1);
  });

  test("is forgotten after 24 hours, swept or not", async () => {
    const key = randomUUID();
    await make(key);
    await database().prisma.idempotencyKey.updateMany({ where: { userId: caller.ctx.actor.id }, data: { createdAt: new Date(Date.now() - IDEMPOTENCY_RETENTION_MS - 1000) } });
    const again = await make(key, { size: 2 });
    expect(again).toMatchObject({ status: 201, text: '{"secret":"whsec_2"}' });
    expect(again.headers.has("idempotency-replayed")).toBe(false);
  });
});

describe("a key", () => {
  test("is free again after a refusal and after a fault", async () => {
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

  test("in use elsewhere lets the second wait, then asks it to come back", async () => {
    const key = randomUUID();
    let finish = (_answer: { secret: string }) => {};
    act = () => new Promise((resolve) => (finish = resolve));
    const first = make(key);
    await vi.waitFor(() => expect(runs).toBe(1));
    const second = await make(key);
    expect(second).toMatchObject({ status: 409, json: { error: { code: "idempotency_in_progress" } } });
    expect(second.headers.get("retry-after")).toBe("1");
    finish({ secret: "whsec_1" });
    expect((await first).status).toBe(201);
    expect((await make(key)).headers.get("idempotency-replayed")).toBe("true");
    expect(runs).toBe(1);
  });

  test("belongs to the body as a value: order and spaces do not matter, numbers and text do", async () => {
    const key = randomUUID();
    await make(key);
    const spaced = await knock(handlers, "POST", { key: caller.key, body: '{ "size" : 1.0 }', headers: { "Idempotency-Key": key, "Content-Type": "application/json" } });
    expect(spaced.headers.get("idempotency-replayed")).toBe("true");
    expect((await make(key, { size: 1.5 })).json.error.code).toBe("idempotency_conflict");
  });
});

describe("the header", () => {
  test.each([["abc", "abc"], ['"abc"', "abc"], ["a b", "a b"], ["x".repeat(255), "x".repeat(255)], ['"', '"']])("%j reads as %j", (header, key) => {
    expect(parseIdempotencyKey(header)).toBe(key);
  });

  test.each(["", " ", '""', "x".repeat(256), "naïve", "a\nb"])("%j is refused", (header) => {
    expect(() => parseIdempotencyKey(header)).toThrow("Idempotency-Key");
  });
});
