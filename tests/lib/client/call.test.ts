import { describe, expect, test } from "vitest";
import { createCall, type Transport } from "@/lib/client/call";
import { CallError } from "@/lib/client/call-error";
import { writesPaused } from "@/lib/client/writes-paused";

describe("a request", () => {
  test("puts the fields that the path names into it, and the rest into the body", async () => {
    const { call, requests } = answering(() => Response.json({}));
    await call("POST /api/posts/{id}/comments", { id: "post_1/2", content: "Hi", parent_id: "cmt_1" });
    expect(requests).toEqual([
      {
        method: "POST",
        url: "/api/posts/post_1%2F2/comments",
        body: JSON.stringify({ content: "Hi", parent_id: "cmt_1" }),
        type: "application/json",
        account: null,
        keepalive: false,
      },
    ]);
  });

  test("of a read puts the rest into the query, and leaves out what is undefined", async () => {
    const { call, requests } = answering(() => Response.json({ data: [], nextCursor: null }));
    await call("GET /api/coins/history", { limit: 10, cursor: undefined });
    expect(requests).toMatchObject([{ method: "GET", url: "/api/coins/history?limit=10", body: undefined }]);
  });

  test("without fields has no body, and survives leaving the page", async () => {
    const { call, requests } = answering(() => new Response(null, { status: 204 }));
    expect(await call("DELETE /api/posts/{id}", { id: "post_1" })).toBeUndefined();
    expect(requests).toMatchObject([{ method: "DELETE", url: "/api/posts/post_1", type: null, keepalive: true }]);
  });

  test("names the account that the page was rendered for, if there is one", async () => {
    const { call, requests } = answering(() => Response.json({}), { account: "usr_1" });
    await call("POST /api/coins/claim");
    const visitors = answering(() => Response.json({}));
    await visitors.call("GET /api/coins");
    expect([requests, visitors.requests]).toMatchObject([[{ account: "usr_1" }], [{ account: null }]]);
  });

  test("offline is not sent", async () => {
    const { call, requests } = answering(() => Response.json({}), { isOnline: false });
    await expect(call("GET /api/coins")).rejects.toMatchObject({ kind: "offline" });
    expect(requests).toEqual([]);
  });
});

describe("a failure", () => {
  test.each([
    ["a 401 means signed out", 401, {}, {}, { kind: "signed-out" }],
    [
      "a page of another account is told so",
      409,
      {},
      { error: "You’re @bob now.", code: "account_changed" },
      { kind: "account-changed", message: "You’re @bob now." },
    ],
    ["a 429 says when to try again", 429, { "Retry-After": "7" }, {}, { kind: "rate-limited", retryAtMs: 8_000 }],
    ["a 429 without a time waits a minute", 429, {}, {}, { kind: "rate-limited", retryAtMs: 61_000 }],
    ["a 5xx is the server's fault", 502, {}, {}, { kind: "server" }],
    ["a 503 with a message shows it", 503, {}, { error: "Back soon." }, { kind: "server", message: "Back soon." }],
    [
      "a write that may have been done says so",
      503,
      {},
      { error: "Send it again with the same key.", code: "outcome_unknown" },
      { kind: "unknown", message: expect.stringContaining("may have worked") },
    ],
    [
      "others show their message",
      409,
      {},
      { error: "Yours already." },
      { kind: "rejected", message: "Yours already." },
    ],
    ["one without a message gets one", 400, {}, {}, { kind: "rejected", message: expect.any(String) }],
    [
      "a message for each field comes along",
      400,
      {},
      { error: "Check the form.", issues: [{ path: "name", message: "Too long." }] },
      { fields: { name: "Too long." } },
    ],
  ] as const)("%s", async (_, status, headers, body, expected) => {
    const { call } = answering(() => Response.json(body, { status, headers }));
    await expect(call("POST /api/coins/claim")).rejects.toMatchObject(expected);
  });

  test('has the kind "network" if there is no response, or a truncated one', async () => {
    const lost = answering(() => Promise.reject(new TypeError("Failed to fetch")));
    await expect(lost.call("GET /api/coins")).rejects.toMatchObject({ kind: "network" });
    const broken = answering(
      () =>
        new Response(
          new ReadableStream({
            start(controller) {
              controller.enqueue(new TextEncoder().encode('{"coi'));
              controller.error(new TypeError("terminated"));
            },
          }),
        ),
    );
    const failure = await broken.call("GET /api/coins").catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(CallError);
    expect(failure).toMatchObject({ kind: "network" });
  });
});

test("a write answered with 503 pauses writes until one is answered otherwise; reads have no effect", async () => {
  writesPaused.setState({ paused: undefined });
  let status = 503;
  const { call } = answering(() => Response.json({ error: "Back soon." }, { status }));
  await call("GET /api/coins").catch(() => undefined);
  expect(writesPaused.getState().paused).toBeUndefined();
  await call("POST /api/coins/claim").catch(() => undefined);
  expect(writesPaused.getState().paused).toBe(true);
  status = 409;
  await call("GET /api/coins").catch(() => undefined);
  expect(writesPaused.getState().paused).toBe(true);
  await call("POST /api/coins/claim").catch(() => undefined);
  expect(writesPaused.getState().paused).toBe(false);
});

test("an act that requires a proof is resent once it is given, and fails if it is not", async () => {
  const asks = () => Response.json({ error: "Prove that it’s you first.", code: "proof_required" }, { status: 403 });
  const answers = [asks, () => Response.json({ id: "key_1" })];
  const willing = answering(() => answers[willing.requests.length - 1]!(), { prove: async () => true });
  expect(await willing.call("POST /api/coins/claim")).toEqual({ id: "key_1" });
  expect(willing.requests).toHaveLength(2);
  const unwilling = answering(asks);
  await expect(unwilling.call("POST /api/coins/claim")).rejects.toMatchObject({ kind: "proof-required" });
  expect(unwilling.requests).toHaveLength(1);
});

interface Browser {
  isOnline?: boolean;
  prove?: Transport["prove"];
  account?: string;
}

function answering(answer: () => Response | Promise<Response>, { isOnline = true, prove, account }: Browser = {}) {
  const requests: object[] = [];
  const fetch: Transport["fetch"] = async (url, { method, body, headers, keepalive } = {}) => {
    const sent = new Headers(headers);
    const [type, renderedFor] = [sent.get("Content-Type"), sent.get("X-Page-Account")];
    requests.push({ method, url, body, type, account: renderedFor, keepalive });
    return answer();
  };
  const transport = { fetch, now: () => 1_000, isOnline: () => isOnline, account: () => account, prove };
  return { call: createCall(transport), requests };
}
