import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type Call, PegboardConnectionError, PegboardError, Transport } from "@/lib/openapi/client/runtime";
import { eventually } from "@/tests/support/eventually";

interface Attempt {
  headers: Headers;
  body: string;
}

/** What the API does with an attempt: a response, a broken connection, or nothing until the attempt is given up. */
type Answer = Response | "broken" | "silent";

/** A transport whose attempts get these answers, one after the other. */
function transportWith(answers: Answer[], options: { retries?: number; timeoutMs?: number } = {}) {
  const attempts: Attempt[] = [];
  const answer: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    attempts.push({ headers: request.headers, body: await request.text() });
    const next = answers[attempts.length - 1];
    if (next === "broken") throw new TypeError("fetch failed");
    if (next instanceof Response) return next;
    return new Promise((_resolve, reject) =>
      init?.signal?.addEventListener("abort", () => reject(init.signal?.reason as Error)),
    );
  };
  const transport = new Transport({ key: "pb_live_x", fetch: answer, ...options }, "https://pegboard.example");
  return { attempts, send: (call: Call) => transport.send(call), list: () => transport.list<string>("/api/v1/posts") };
}

const POST: Call = { method: "POST", path: "/api/v1/posts", json: { content: "Hello" } };
const GET: Call = { method: "GET", path: "/api/v1/me" };
const done = () => Response.json({ id: "post_1" }, { status: 201 });

function failure(status: number, code: string, headers: Record<string, string> = {}): Response {
  return Response.json({ error: { type: "api_error", code, message: "No", request_id: "req_1" } }, { status, headers });
}

test.each(["", ".", ".."])("an id of %o cannot name another resource: nothing is sent", async (id) => {
  const { attempts, send } = transportWith([done()]);
  for (const path of [`/api/v1/rooms/abc/messages/${id}`, `/api/v1/posts/${id}/like`])
    await expect(send({ method: "DELETE", path })).rejects.toThrow(TypeError);
  expect(attempts).toEqual([]);
});

test.each(["pb_live_secret\n", "pb_live_sécret", "pb_live_\u{1f511}secret"])(
  "the key %j, which no header may have, is not in the error",
  async (key) => {
    const transport = new Transport({ key, fetch: () => Promise.resolve(done()) }, "https://pegboard.example");
    const error = await settled(transport.send(GET));
    expect(error).toBeInstanceOf(TypeError);
    expect((error as Error).message).toBe(
      "The header Authorization is empty, or has a character that no header may have.",
    );
  },
);

/** How a call ended, for tests that go through its waits themselves. */
function settled(call: Promise<unknown>): Promise<unknown> {
  return call.catch((error: unknown) => error);
}

/** By the clock, since a timer of another file in this process may begin anew without end. */
const pastAllAttempts = () => vi.advanceTimersByTimeAsync(60_000);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"], now: Date.parse("2026-11-26T12:00:00Z") });
});
afterEach(() => void vi.useRealTimers());

describe("a call of the client", () => {
  test("sends one idempotency key and one body with all its attempts", async () => {
    const { attempts, send } = transportWith(["broken", failure(503, "unavailable"), done()]);
    const call = send(POST);
    await pastAllAttempts();
    expect(await call).toEqual({ id: "post_1" });
    expect(attempts).toHaveLength(3);
    expect(new Set(attempts.map(({ headers }) => headers.get("idempotency-key"))).size).toBe(1);
    expect(attempts.map(({ body }) => body)).toEqual(Array(3).fill('{"content":"Hello"}'));
  });

  test("sends a form as the same bytes with all its attempts", async () => {
    const { attempts, send } = transportWith(["broken", done()]);
    const call = send({ method: "POST", path: "/api/v1/images", form: { image: new Blob(["pixels"]), alt: "A peg" } });
    // Encoding a form takes turns of the event loop, which the timers do not wait for.
    await eventually(() => expect(attempts).toHaveLength(1));
    await pastAllAttempts();
    await call;
    expect(attempts[0]?.body).toContain("A peg");
    expect(attempts[1]?.body).toBe(attempts[0]?.body);
    expect(attempts[1]?.headers.get("content-type")).toBe(attempts[0]?.headers.get("content-type"));
  });

  test("gives each call its own key, or the caller's", async () => {
    const { attempts, send } = transportWith([done(), done(), done()]);
    await send(POST);
    await send(POST);
    await send({ ...POST, idempotencyKey: "mine" });
    const keys = attempts.map(({ headers }) => headers.get("idempotency-key"));
    expect(new Set(keys).size).toBe(3);
    expect(keys[2]).toBe("mine");
  });

  test.each<[string, Answer]>([
    ["a broken connection", "broken"],
    ["503 with Retry-After", failure(503, "unavailable", { "Retry-After": "1" })],
    ["429", failure(429, "rate_limited", { "Retry-After": "1" })],
  ])("never repeats a write without a key, not even after %s", async (_what, answer) => {
    const { attempts, send } = transportWith([answer, done()]);
    const call = settled(send({ ...POST, once: true }));
    await pastAllAttempts();
    expect(await call).toBeInstanceOf(Error);
    expect(attempts).toHaveLength(1);
    expect(attempts[0]?.headers.has("idempotency-key")).toBe(false);
  });

  test.each([
    ["in seconds", "7"],
    ["as a date", "Thu, 26 Nov 2026 12:00:07 GMT"],
  ])("waits as long as Retry-After asks for, given %s", async (_how, retryAfter) => {
    const { attempts, send } = transportWith([failure(429, "rate_limited", { "Retry-After": retryAfter }), done()]);
    const call = send(GET);
    await vi.advanceTimersByTimeAsync(6999);
    expect(attempts).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(attempts).toHaveLength(2);
    await call;
  });

  test("fails with the time to retry if Retry-After asks for more than two minutes", async () => {
    const { attempts, send } = transportWith([failure(429, "rate_limited", { "Retry-After": "3600" }), done()]);
    await expect(send(GET)).rejects.toMatchObject({ code: "rate_limited", retryAfterSeconds: 3600 });
    expect(attempts).toHaveLength(1);
  });

  test("gives every attempt the whole timeout", async () => {
    const { attempts, send } = transportWith(["silent", "silent", "silent"], { timeoutMs: 5000 });
    const call = settled(send(GET));
    await vi.advanceTimersByTimeAsync(4999);
    expect(attempts).toHaveLength(1);
    await pastAllAttempts();
    expect(attempts).toHaveLength(3);
    expect(await call).toBeInstanceOf(PegboardConnectionError);
    expect(await call).toMatchObject({ message: "There was no response within 5000 ms." });
  });

  test("may have a timeout and a number of retries of its own", async () => {
    const { attempts, send } = transportWith(["silent", "silent"], { timeoutMs: 60_000, retries: 5 });
    const call = settled(send({ ...GET, timeoutMs: 300, retries: 1 }));
    await vi.advanceTimersByTimeAsync(5000);
    expect(await call).toMatchObject({ message: "There was no response within 300 ms." });
    expect(attempts).toHaveLength(2);
  });

  test("counts a body that never ends against the timeout", async () => {
    const endless: typeof fetch = async (_input, init) =>
      new Response(
        new ReadableStream({
          start: (controller) =>
            init?.signal?.addEventListener("abort", () => controller.error(init.signal?.reason as Error)),
        }),
      );
    const transport = new Transport({ key: "x", fetch: endless, retries: 0, timeoutMs: 5000 }, "https://x.example");
    const call = settled(transport.send(GET));
    await pastAllAttempts();
    expect(await call).toMatchObject({ name: "PegboardConnectionError" });
  });

  test("ends at once when its signal aborts, during an attempt and between two", async () => {
    const inAttempt = new AbortController();
    const { send, attempts } = transportWith(["silent", "broken", done()]);
    const first = settled(send({ ...GET, signal: inAttempt.signal }));
    await vi.advanceTimersByTimeAsync(0);
    inAttempt.abort(new Error("enough"));
    expect(await first).toMatchObject({ message: "enough" });
    const between = new AbortController();
    const second = settled(send({ ...GET, signal: between.signal }));
    await vi.advanceTimersByTimeAsync(0);
    between.abort(new Error("enough"));
    expect(await second).toMatchObject({ message: "enough" });
    expect(attempts).toHaveLength(2);
  });

  test.each([400, 401, 403, 404, 422])("does not repeat what was rejected with %i", async (status) => {
    const { attempts, send } = transportWith([failure(status, "refused"), done()]);
    await expect(send(POST)).rejects.toMatchObject({ status, code: "refused", requestId: "req_1" });
    expect(attempts).toHaveLength(1);
  });

  test.each([
    ["a page of something else", new Response("<h1>Welcome</h1>")],
    ["a proxy's failure", new Response("Bad gateway", { status: 502 })],
  ])("throws %s as an error with its status", async (_what, answer) => {
    const { send } = transportWith([answer], { retries: 0 });
    const error = await settled(send(GET));
    expect(error).toBeInstanceOf(PegboardError);
    expect(error).toMatchObject({ status: answer.status, code: "unexpected_response" });
  });
});

describe("the response of a call", () => {
  const headers = {
    "X-Request-Id": "req_1",
    ETag: '"v1"',
    "Idempotency-Replayed": "true",
    "X-RateLimit-Limit": "100",
    "X-RateLimit-Remaining": "42",
    "X-RateLimit-Reset": "1796040000",
  };

  test("has its ETag, its id, what is left of the quota, and whether it was replayed", async () => {
    const { send, attempts } = transportWith([Response.json({ id: "post_1" }, { status: 201, headers }), done()]);
    const { data, response } = await send(POST).withResponse();
    expect(data).toEqual({ id: "post_1" });
    expect(response).toMatchObject({
      status: 201,
      requestId: "req_1",
      etag: '"v1"',
      replayed: true,
      limit: { limit: 100, remaining: 42, resetsAt: new Date(1_796_040_000_000) },
    });
    expect(response.headers.get("x-request-id")).toBe("req_1");
    await send({ ...POST, method: "PATCH", ifMatch: response.etag });
    expect(attempts[1]?.headers.get("if-match")).toBe('"v1"');
  });

  test("has no quota where the API sends none", async () => {
    const { response } = await transportWith([done()]).send(POST).withResponse();
    expect(response).toMatchObject({ etag: undefined, replayed: false });
    expect(response.limit).toBeUndefined();
  });

  test("of a failure is its error, which is thrown once", async () => {
    const { send } = transportWith([failure(404, "not_found")]);
    await expect(send(GET).withResponse()).rejects.toMatchObject({ code: "not_found" });
  });

  test("is that of one page of a list", async () => {
    const page = () => Response.json({ data: ["one"], nextCursor: null }, { headers });
    const { list } = transportWith([page(), page()]);
    expect(await list().withResponse()).toMatchObject({ data: { data: ["one"] }, response: { etag: '"v1"' } });
    expect(await list()).toEqual({ data: ["one"], nextCursor: null });
  });
});

test("a list rejects like a promise", async () => {
  const { list } = transportWith([failure(404, "not_found"), failure(404, "not_found")]);
  expect(await list().catch((error: PegboardError) => error.code)).toBe("not_found");
  let settledOnce = 0;
  await expect(list().finally(() => (settledOnce += 1))).rejects.toBeInstanceOf(PegboardError);
  expect(settledOnce).toBe(1);
});

test("an error has the address of the page about it", async () => {
  const error = { type: "t", code: "not_found", message: "No", request_id: "req_1", doc_url: "https://x.example/docs" };
  const { send } = transportWith([Response.json({ error }, { status: 404 })]);
  await expect(send(GET)).rejects.toMatchObject({ docUrl: "https://x.example/docs" });
});
