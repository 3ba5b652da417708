// Slow: it calls every operation of a second server, which runs only Next.
import { afterAll, beforeAll, expect, test } from "vitest";
import { apiRoutes } from "@/lib/api/routes";
import { SESSION } from "@/lib/api/session";
import type { ApiOperation, SessionOperation } from "@/lib/http/operation";
import { mcpRoute } from "@/lib/mcp/serve-mcp";
import { BASE_URL, type Received, send, type Sending } from "@/tests/support/api";
import { type Account, newAccount } from "@/tests/support/api-accounts";
import { type OwnServer, startOwnServer } from "@/tests/support/own-server";
import { sessionCookieOf } from "@/tests/support/session-cookie";
import { ask, CASES, nowhere } from "./cases";
import { FIXTURES } from "./fixtures";

/** Serves the same build and database through Next only, like hosts without a custom server. */
let byNext: OwnServer;
beforeAll(async () => {
  byNext = await startOwnServer({ DIRECT_MOUNT: "0", NEXTAUTH_URL: BASE_URL });
}, 120_000);
afterAll(() => byNext.stop("SIGTERM"));

const SESSION_ROUTES: SessionOperation[] = Object.values(SESSION)
  .flatMap((group): SessionOperation[] => Object.values(group))
  // An event stream never ends, and has its own test below.
  .filter(({ response }) => response !== "events")
  // Last, because they sign the account out.
  .toSorted((a, b) => Number(signsOut(a)) - Number(signsOut(b)));
const PATHS = [...apiRoutes().map(({ path }) => path), mcpRoute().path, "/api/v1/nothing/here", "/api/nothing"];

test("every operation of the public API behaves the same on both mounts", { timeout: 240_000 }, async () => {
  for (const { name, operation } of CASES) {
    const answers = await onBoth(async (origin, account) => {
      const there = { ...operation, path: origin + operation.path };
      const asked = await FIXTURES[name](account);
      const success = await ask(there, asked, { key: account.key });
      return [
        success,
        await ask(there, asked),
        await ask(there, { ...asked, params: nowhere(operation) }, { key: account.key }),
        await ask(there, asked, { key: account.key, query: { limit: "none", cursor: "none" } }),
        await ask(there, asked, { key: await account.keyWith([]) }),
        // With any ETag, because a list may have changed.
        await ask(there, asked, { key: account.key, headers: { "If-None-Match": "*" } }),
        ...(operation.method === "GET" ? [] : await failedBodies(there, account)),
      ];
    });
    expect(answers[0], name).toEqual(answers[1]);
  }
});

/** Requests with a malformed body, unknown fields, another type or too large a body; and a repeated write. */
async function failedBodies(operation: ApiOperation, { key }: Account): Promise<Received[]> {
  const path = operation.path.replace(/\{\w+\}/g, "none");
  const sendings: Sending[] = [
    { text: "{" },
    { json: { surplus: 1 } },
    { text: "surplus", headers: { "Content-Type": "text/plain" } },
    { text: " ".repeat(300 * 1024) },
    { headers: { "Idempotency-Key": "" } },
  ];
  const answers = [];
  for (const sending of sendings) answers.push(await send(path, { method: operation.method, key, ...sending }));
  return answers;
}

test("every session route behaves the same on both mounts", { timeout: 240_000 }, async () => {
  const answers = await onBoth(async (origin, account) => {
    const cookie = await sessionCookieOf(account.ctx());
    const received = [];
    for (const { method, path } of SESSION_ROUTES) {
      const address = origin + path.replace(/\{\w+\}/g, "none");
      const json = method === "GET" ? undefined : { surplus: 1 };
      received.push(
        await send(address, { method, json }),
        await send(address, { method, json, headers: { Cookie: cookie, Origin: "https://elsewhere.example" } }),
        await send(address, { method, json, headers: { Cookie: cookie } }),
      );
    }
    return received;
  });
  for (const [n, answer] of answers[0].entries())
    expect(answer, `${SESSION_ROUTES[Math.floor(n / 3)]?.path}`).toEqual(answers[1][n]);
});

test("an MCP message gets the same response on both mounts", async () => {
  const message = (method: string, params = {}) => ({ jsonrpc: "2.0", id: 1, method, params });
  const answers = await onBoth(async (origin, { key }) => {
    const received = [];
    const origins: Record<string, string>[] = [{}, { Origin: "https://elsewhere.example" }];
    for (const json of [message("tools/list"), message("tools/call", { name: "me_get" }), message("nothing"), {}])
      for (const more of origins) {
        const headers = { Accept: "application/json, text/event-stream", ...more };
        received.push(
          await send(`${origin}/mcp`, { method: "POST", key, json, headers }),
          await send(`${origin}/mcp`, { method: "POST", json, headers }),
        );
      }
    for (const sending of [
      { text: "{" },
      { text: " ".repeat(300 * 1024) },
      { headers: { "Content-Type": "text/plain" } },
    ])
      received.push(await send(`${origin}/mcp`, { method: "POST", key, text: "x", ...sending }));
    return received;
  });
  expect(answers[0]).toEqual(answers[1]);
});

test("every path responds to every method the same on both mounts", { timeout: 240_000 }, async () => {
  for (const path of PATHS) {
    const answers = await onBoth(async (origin) => {
      const address = origin + path.replace(/\{\w+\}|\*\*/g, "none");
      const received = [];
      for (const method of ["HEAD", "OPTIONS", "PUT", "PATCH"]) received.push(await send(address, { method }));
      return received;
    });
    expect(answers[0], path).toEqual(answers[1]);
  }
});

test.each([
  "/api/v1/me/",
  "/api/v1/users/%61da",
  "/api/v1/users/a%2Fb",
  "/api/v1/posts/%F0%9F%98%80",
  "/api/v1/ME",
  "/api/v1/openapi.json",
  "/api/v1",
  "/api/v1/",
  "/api/avatars/ada",
  "/api/avatars/a%2Fb",
  "/api/feed?limit=3&limit=4",
  "/api/feed/?limit=1",
  "/api/media/none",
  "/api/",
])("%s is the same address on both mounts", async (address) => {
  const answers = await onBoth(async (origin, { key }) => [
    await send(origin + address),
    await send(origin + address, { key, headers: { "Accept-Encoding": "br" } }),
  ]);
  expect(answers[0]).toEqual(answers[1]);
});

test("an event stream begins the same on both mounts", async () => {
  const heads = await Promise.all(
    [BASE_URL, byNext.url].map(async (origin) => {
      const cookie = await sessionCookieOf((await newAccount()).ctx());
      const response = await fetch(`${origin}/api/live?topics=me`, { headers: { Cookie: cookie } });
      await response.body?.cancel();
      return comparable({ status: response.status, headers: response.headers, text: "", json: undefined });
    }),
  );
  expect(heads[0]).toEqual(heads[1]);
});

/** Calls both mounts, each with a separate account. */
async function onBoth(
  questions: (origin: string, account: Account) => Promise<Received[]>,
): Promise<[direct: Comparable[], byNext: Comparable[]]> {
  const [direct, next] = await Promise.all(
    [BASE_URL, byNext.url].map(async (origin) => (await questions(origin, await newAccount())).map(comparable)),
  );
  return [direct!, next!];
}

type Comparable = ReturnType<typeof comparable>;

/** Headers of the transport: the direct mount knows a body's length, so it does not compress short ones. */
const FRAMING = ["connection", "content-encoding", "content-length", "date", "keep-alive", "transfer-encoding"];
/** Next's headers for its router's requests, which no operation uses. */
const NEXT_VARY = /(^|, )(rsc|next-[\w-]+)(?=,|$)/g;

function comparable({ status, headers, text, json }: Received) {
  return {
    status,
    headers: Object.fromEntries(
      [...headers]
        .map(([name, value]) => [name, masked(name, value)] as const)
        .filter(([name, value]) => !FRAMING.includes(name) && value !== ""),
    ),
    // Concurrent writes of other tests change lists; errors are compared literally.
    body: json === undefined || status >= 400 ? masked("body", wordsOf(headers, text)) : keysOf(json),
  };
}

/**
 * Returns the stable part of a response. An archive contains its creation time. A page's metadata and rows are streamed
 * in any order, so only its title and content are compared.
 */
function wordsOf(headers: Headers, text: string): string {
  const type = headers.get("content-type");
  if (type === "application/zip") return "";
  if (!type?.startsWith("text/html")) return text;
  const [title, main] = [/<title>.*?<\/title>/s, /<main\b.*?<\/main>/s].map((part) => part.exec(text)?.[0]);
  if (!title || !main) throw new Error(`A page without title or content: ${text.slice(0, 200)}`);
  return title + main;
}

const keysOf = (json: unknown) => (typeof json === "object" && json !== null ? Object.keys(json) : json);

function masked(name: string, value: string): string {
  if (/^(x-ratelimit-|ratelimit$|etag$|x-request-id$)/.test(name)) return value.replace(/[\w-]+/g, "*");
  if (name === "vary") return value.replace(NEXT_VARY, "").replace(/^, /, "");
  return value.replace(/\b(req|post|user|whk|dlv|cmt|med)_\w+/g, "$1_*").replace(/t_[0-9a-f]{12}/g, "t_*");
}

function signsOut({ method, path }: SessionOperation): boolean {
  return method === "DELETE" && path.startsWith("/api/account");
}
