import { describe, expect, onTestFinished, test } from "vitest";
import { addGrant } from "@/lib/domain/accounts/apps/grants";
import { resourceOf } from "@/lib/domain/accounts/apps/resources";
import { COMMAND_LINE } from "@/lib/domain/accounts/apps/rules";
import { issueFirst } from "@/lib/domain/accounts/apps/tokens";
import { likePost } from "@/lib/domain/writing/engagement/commands";
import { inTransaction } from "@/lib/domain/kernel/context";
import { createPost } from "@/lib/domain/writing/posts/commands";
import { lockAccount } from "@/lib/domain/kernel/locks";
import type { Handlers } from "@/lib/http/handlers";
import { env } from "@/lib/infra/environment/env";
import { database } from "@/lib/infra/database/db";
import { MAX_RESULT_BYTES } from "@/lib/mcp/envelope";
import { serveMcp } from "@/lib/mcp/serve-mcp";
import { anyone, newApp, tokensFor } from "@/tests/lib/domain/accounts/apps/app-fixture";
import { mountContext, newCaller } from "@/tests/lib/http/pipeline/caller";
import { newBuild } from "@/tests/support/builds";
import { partsOf } from "./hostile-words";
import {
  callTool,
  connectClient,
  connectMcp,
  fetchFrom,
  newMcpClient,
  REVISIONS,
  type Revision,
} from "@/tests/support/mcp-client";

const handlers = serveMcp();
const fetchMcp = fetchFrom(handlers);

async function connect(key: string, options: { revision?: Revision; search?: string } = {}) {
  const client = await connectMcp(env().siteUrl, key, { ...options, fetch: fetchMcp });
  onTestFinished(() => client.close());
  return client;
}

const namesOf = async (client: Awaited<ReturnType<typeof connect>>) =>
  (await client.listTools()).tools.map(({ name }) => name);

describe.each(REVISIONS)("in revision %s", (revision) => {
  test("a client lists the reading tools, and reads a post with its author", async () => {
    const { ctx, key } = await newCaller();
    const { id } = await createPost(ctx, { content: "Read by a model", audience: "PUBLIC" });
    const client = await connect(key, { revision });
    expect(await namesOf(client)).toEqual(READING);
    const { data, text } = await callTool(client, "posts_get", { id });
    expect(data).toMatchObject({ from: [`@${ctx.actor.handle}`], result: { id, content: "Read by a model" } });
    expect(text).toContain('"content":"Read by a model"');
  });

  test("writes on request, and once per idempotency key", async () => {
    const { ctx, key } = await newCaller();
    const client = await connect(key, { revision, search: "?write=true" });
    const post = { content: "By a tool", idempotency_key: "a-key" };
    const first = await callTool(client, "posts_create", post);
    expect(first.data.result).toMatchObject({ content: "By a tool" });
    expect((await callTool(client, "posts_create", post)).data.result).toEqual(first.data.result);
    expect(await database().prisma.post.count({ where: { authorId: ctx.actor.id } })).toBe(1);
  });
});

const READING = [
  "feed_list",
  "search_posts",
  "posts_get",
  "engagement_list_comments",
  "users_get",
  "me_get",
  "me_list_bookmarks",
  "me_list_notifications",
  "quests_list",
  "rooms_list",
  "messages_list",
  "leaderboards_get",
  "builds_list",
  "builds_get",
];

describe("an app", () => {
  const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
  const statusWith = async (key: string) => {
    const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
    const init = { method: "POST", headers: { ...headers, Accept: ACCEPTED }, body: JSON.stringify(ping) };
    const response = await fetchMcp(new URL("/mcp", env().siteUrl), init);
    return { status: response.status, asks: response.headers.get("www-authenticate") };
  };
  const ACCEPTED = "application/json, text/event-stream";

  test("acts through tools with a token that was made for them, within its scopes", async () => {
    const { ctx } = await newCaller();
    const { app } = await newApp();
    const { access_token } = await tokensFor(ctx, app, { resource: resourceOf("mcp") });
    const client = await connect(access_token, { search: "?write=true" });
    expect(await namesOf(client)).toEqual(["posts_get", "posts_create", "posts_update", "posts_delete"]);
    await callTool(client, "posts_create", { content: "By an app, by a tool" });
    expect(await database().prisma.post.count({ where: { authorId: ctx.actor.id } })).toBe(1);
  });

  test("is rejected with a token for the API, and told where to get one for MCP", async () => {
    const { ctx } = await newCaller();
    const { app } = await newApp();
    const { access_token } = await tokensFor(ctx, app);
    expect(await statusWith(access_token)).toEqual({
      status: 401,
      asks: expect.stringMatching(/scope="read:posts read:feed .*\/\.well-known\/oauth-protected-resource\/mcp"$/),
    });
  });

  test("may be our own command line, whose token works everywhere", async () => {
    const { ctx } = await newCaller();
    const { app } = await newApp();
    const commandLine = { ...app, id: COMMAND_LINE, ownerId: null };
    const { owner: _owner, ...row } = commandLine;
    await database().prisma.app.upsert({ where: { id: COMMAND_LINE }, create: row, update: {} });
    const granted = { userId: ctx.actor.id, scopes: ["read:posts" as const], audience: "api" as const };
    const { access_token } = await inTransaction(anyone(), async (tx) =>
      issueFirst(tx, await addGrant(tx, commandLine, granted)),
    );
    expect((await statusWith(access_token)).status).toBe(200);
  });
});

describe("a connection", () => {
  test("lists what its key's scopes allow, and says which scope another tool needs", async () => {
    const { key } = await newCaller({ scopes: ["read:posts", "read:users"] });
    const client = await connect(key);
    expect(await namesOf(client)).toEqual(["posts_get", "users_get"]);
    const { isError, text } = await callTool(client, "quests_list");
    expect({ isError, text }).toMatchObject({ isError: true, text: expect.stringContaining("scope read:quests") });
  });

  test("only reads, unless it asks to write", async () => {
    const { ctx, key } = await newCaller();
    const { id } = await createPost(ctx, { content: "Not liked", audience: "PUBLIC" });
    const { isError, text } = await callTool(await connect(key), "engagement_like", { id });
    expect({ isError, text }).toMatchObject({ isError: true, text: expect.stringContaining("/mcp?write=true") });
    const writing = await connect(key, { search: "?write=true" });
    expect(await namesOf(writing)).toHaveLength(25);
    await callTool(writing, "engagement_like", { id });
    expect(await database().prisma.like.count({ where: { postId: id } })).toBe(1);
  });

  test("has further toolsets on request, and rejects unknown ones", async () => {
    const { key } = await newCaller();
    const client = await connect(key, { search: "?toolsets=webhooks,people" });
    const names = await namesOf(client);
    expect(names.slice(0, READING.length)).toEqual(READING);
    expect(names.slice(READING.length)).toEqual(expect.arrayContaining(["webhooks_list", "search_people"]));
    const answer = await post({ key, search: "?toolsets=everything" });
    expect(answer).toMatchObject({ status: 400, body: { error: { message: expect.stringContaining("webhooks") } } });
  });

  test("can be configured by headers or by its URL, and only reads if they differ", async () => {
    const { key } = await newCaller();
    const listed = async (search: string, headers: Record<string, string>) => {
      const { body } = await post({ key, search, headers, json: message("tools/list") });
      return (body as { result: { tools: { name: string }[] } }).result.tools.map(({ name }) => name);
    };
    const asked = await listed("", { "x-mcp-write": "true", "x-mcp-toolsets": "people" });
    expect(asked).toEqual(await listed("?write=true&toolsets=people", {}));
    expect(asked).toEqual(expect.arrayContaining(["posts_create", "search_people"]));
    expect(await listed("?write=true", { "x-mcp-write": "false" })).toEqual(READING);
    expect(await post({ key, headers: { "x-mcp-write": "yes" } })).toMatchObject({ status: 400 });
  });

  test("deletes nothing until it is confirmed", async () => {
    const { ctx, key } = await newCaller();
    const { id } = await createPost(ctx, { content: "To be kept", audience: "PUBLIC" });
    const client = await connect(key, { search: "?write=true" });
    for (const given of [{ id }, { id, confirm: false }, { id, confirm: "true" }]) {
      expect(await callTool(client, "posts_delete", given)).toMatchObject({ isError: true, code: "not_confirmed" });
    }
    const row = () => database().prisma.post.findUniqueOrThrow({ where: { id } });
    expect((await row()).deletedAt).toBeNull();
    expect((await callTool(client, "posts_delete", { id, confirm: true })).isError).toBe(false);
    expect((await row()).deletedAt).not.toBeNull();
  });

  test.each([
    ["accept", true],
    ["decline", false],
    ["cancel", false],
  ] as const)("whose host can ask its user deletes only what the user agrees to: %s", async (action, isDeleted) => {
    const { ctx, key } = await newCaller();
    const { id } = await createPost(ctx, { content: "To be kept?", audience: "PUBLIC" });
    const asked: string[] = [];
    const client = newMcpClient("2026-07-28", { elicitation: {} });
    client.setRequestHandler("elicitation/create", ({ params }) => {
      asked.push(params.message);
      return { action, content: {} };
    });
    await connectClient(client, env().siteUrl, key, { search: "?write=true", fetch: fetchMcp });
    onTestFinished(() => client.close());
    // The model's own word is not enough.
    const { isError, code } = await callTool(client, "posts_delete", { id, confirm: true });
    expect({ isError, code }).toEqual(
      isDeleted ? { isError: false, code: undefined } : { isError: true, code: "not_confirmed" },
    );
    expect(asked).toEqual([expect.stringContaining(id)]);
    const row = await database().prisma.post.findUniqueOrThrow({ where: { id } });
    expect(row.deletedAt !== null).toBe(isDeleted);

    expect((await callTool(client, "posts_delete", { confirm: true })).text).toContain("Missing: id");
    expect(asked).toHaveLength(1);
  });

  test("is told which arguments are missing, unknown or wrong", async () => {
    const { key } = await newCaller();
    const client = await connect(key);
    const textOf = async (name: string, given: object) => (await callTool(client, name, { ...given })).text;
    expect(await textOf("posts_get", {})).toContain("Missing: id");
    expect(await textOf("feed_list", { size: 3 })).toContain("Not an argument: size");
    expect(await textOf("feed_list", { limit: 51 })).toContain("limit must be a whole number from 1 to 50");
    expect(await textOf("posts_get", { id: { nested: true } })).toContain("not_found");
    await expect(client.callTool({ name: "no_such_tool" })).rejects.toThrow("There is no such tool");
  });

  test("is told what is wrong with the arguments that only tools have", async () => {
    const { ctx, key } = await newCaller();
    const slug = await newBuild(ctx);
    const client = await connect(key, { search: "?write=true" });
    for (const from_character of ["5000", -1, 1.5, "abc", 1e300, true, {}]) {
      const { text, code } = await callTool(client, "builds_get", { slug, from_character });
      expect(code).toBe("invalid_request");
      expect(text).toContain("from_character must be a whole number from 0, without quotes");
    }
    expect((await callTool(client, "builds_get", { slug, from_character: 0 })).isError).toBe(false);
    const { text } = await callTool(client, "posts_delete", { id: "any", confirm: "true" });
    expect(text).toContain("confirm is a text: it must be true, without quotes");
  });

  test.each([
    ["initialize", { protocolVersion: 5 }],
    ["initialize", {}],
    ["tools/list", { cursor: {} }],
    ["tools/call", { name: 7 }],
  ])("gets an error about its parameters of %s, not an internal one: %j", async (method, params) => {
    const { key } = await newCaller();
    const { body } = await post({ key, json: { jsonrpc: "2.0", id: 1, method, params } });
    expect(body).toMatchObject({ error: { code: -32602 } });
  });

  test("gets remedies that speak of arguments, not of headers, methods or bodies", async () => {
    const { key } = await newCaller();
    const client = await connect(key, { search: "?write=true" });
    const [wrong, lost, missing] = await Promise.all([
      callTool(client, "posts_create", { content: "x".repeat(281) }),
      callTool(client, "feed_list", { cursor: "junk" }),
      callTool(client, "posts_get", { id: "post_none" }),
    ]);
    expect([wrong.code, lost.code, missing.code]).toEqual(["invalid_request", "invalid_cursor", "not_found"]);
    for (const { text } of [wrong, lost, missing])
      expect(text).not.toMatch(/body|field|header|`|\b(GET|POST|PATCH)\b|\/api\/v1/i);
  });

  test("never has bets, purchases, secrets or files among its tools", async () => {
    const { key } = await newCaller();
    const all = "posts,people,account,rooms,builds,articles,duels,reports,webhooks";
    const names = await namesOf(await connect(key, { search: `?write=true&toolsets=${all}` }));
    expect(names.length).toBeGreaterThan(80);
    expect(names.filter((name) => /bet|purchase|secret|webhooks_create|upload|set_avatar/.test(name))).toEqual([]);
  });
});

describe("the pipeline of the operation", () => {
  test("counts each message as one call, also one that is rejected", async () => {
    const { key } = await newCaller();
    const remaining = async (json: unknown) => {
      await post({ key, json });
      const { headers } = await post({ key, json: message("ping") });
      return Number(headers.get("x-ratelimit-remaining"));
    };
    const before = await remaining(message("ping"));
    expect(await remaining(message("tools/call", { name: "me_get" }))).toBe(before - 2);
    expect(await remaining(message("tools/call", { name: "engagement_like" }))).toBe(before - 4);
    expect(await remaining(message("no/such/method"))).toBe(before - 6);
    expect(await remaining({ jsonrpc: "1.0" })).toBe(before - 8);
  });

  test("answers 401 without a valid key, and 403 for a suspended account", async () => {
    const anonymous = await post({});
    expect(anonymous).toMatchObject({ status: 401, body: { error: { data: { code: "missing_key" } } } });
    expect(anonymous.headers.get("www-authenticate")).toMatch(/^Bearer /);
    expect((await post({ key: "pb_live_nobody" })).status).toBe(401);
    const { key } = await newCaller({ suspended: true });
    expect((await post({ key })).status).toBe(403);
    const call = await post({ key, json: message("tools/call", { name: "me_get" }) });
    expect(call).toMatchObject({ status: 403, body: { error: { data: { code: "account_suspended" } } } });
  });

  test("notes the use of the key, and the like of its owner", async () => {
    const [author, reader] = [await newCaller(), await newCaller()];
    const { id } = await createPost(author.ctx, { content: "Liked", audience: "PUBLIC" });
    await likePost(reader.ctx, { id });
    const client = await connect(author.key);
    const { data } = await callTool(client, "me_list_notifications");
    expect(data).toMatchObject({ from: [`@${reader.ctx.actor.handle}`] });
  });
});

describe("a bound", () => {
  test("splits a page that is too large into parts, joined by its cursors", async () => {
    const { ctx, key } = await newCaller({ tier: "pro" });
    const content = "\u202e".repeat(280);
    for (let n = 0; n < 50; n++) await createPost(ctx, { content, audience: "PUBLIC" });
    const client = await connect(key, { search: "?toolsets=posts" });
    const ids = new Set<string>();
    const parts: number[] = [];
    for (let cursor: string | undefined = undefined; ;) {
      const { text, data } = await callTool(client, "posts_list", { limit: 50, ...(cursor && { cursor }) });
      expect(Buffer.byteLength(text)).toBeLessThan(MAX_RESULT_BYTES + 1024);
      const page = data.result as { data: { id: string; content: string }[]; nextCursor: string | null };
      for (const { id, content: whole } of page.data)
        expect({ id: ids.add(id).size, whole }).toMatchObject({ whole: content });
      parts.push(page.data.length);
      if (page.nextCursor === null) break;
      expect(text).toContain("There is more: call again with the cursor");
      cursor = page.nextCursor;
    }
    expect({ ids: ids.size, isInParts: parts.length > 1 }).toEqual({ ids: 50, isInParts: true });
  });

  test("splits a text that is too long into parts, as the notes say", async () => {
    const { ctx, key } = await newCaller();
    const readme = "💥<b>".repeat(5000);
    const slug = await newBuild(ctx, { readme });
    const client = await connect(key);
    let read = "";
    for (let from: number | undefined = 0; from !== undefined;) {
      const { data, text } = await callTool(client, "builds_get", { slug, from_character: from });
      expect(Buffer.byteLength(text)).toBeLessThan(MAX_RESULT_BYTES + 1024);
      read += (data.result as { readme: string }).readme;
      const next = /from_character: (\d+)/.exec(partsOf(text).after.join())?.[1];
      from = next === undefined ? undefined : Number(next);
    }
    expect(read).toBe(readme);
  });

  test("answers a message that takes too long, and says that a write may have taken effect", async () => {
    const { ctx, key } = await newCaller();
    const hasty = serveMcp(300);
    await inTransaction(ctx, async (tx) => {
      await lockAccount(tx, ctx.actor.id);
      const call = message("tools/call", { name: "posts_create", arguments: { content: "Late" } });
      const answer = await post({ key, search: "?write=true", json: call, on: hasty });
      expect(answer).toMatchObject({ status: 503, body: { error: { data: { code: "outcome_unknown" } } } });
      expect(answer.text).toContain("may have taken effect");
    });
  });
});

describe("the host", () => {
  test("answers GET and DELETE with a 405, since no session is kept", async () => {
    for (const method of ["GET", "DELETE", "PUT"] as const) {
      const { status, headers } = await post({ method });
      expect({ status, allow: headers.get("allow") }).toEqual({ status: 405, allow: "POST, OPTIONS" });
    }
  });

  test.each([
    ["a page of another site", { origin: "https://elsewhere.example" }],
    ["a page without an origin", { origin: "null" }],
    [
      "a page at a name that was rebound to this machine",
      { host: "rebound.example", origin: "http://rebound.example" },
    ],
    ["a rebound name without an origin", { host: "rebound.example" }],
  ])("rejects %s", async (_, headers) => {
    const { key } = await newCaller();
    expect((await post({ key, headers })).status).toBe(403);
  });

  test.each([
    "",
    " ",
    "a@localhost",
    "a:b@localhost:3000",
    "localhost/x",
    "localhost?x",
    "localhost#x",
    "localhost\\x",
    ":80",
  ])("rejects the Host %j, which is none", async (host) => {
    const { key } = await newCaller();
    expect((await post({ key, headers: { host } })).status).toBe(403);
  });

  test.each(["*/*", "", "Application/Json", "application/*;q=0.5", "text/event-stream, APPLICATION/JSON"])(
    "is answered in JSON if it accepts %j, in every revision",
    async (accept) => {
      const { key } = await newCaller();
      const modern = { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/list" };
      const listing = message("tools/list", { _meta: ENVELOPE });
      for (const [json, headers] of [
        [message("tools/list"), {}],
        [message("tools/list"), { "mcp-protocol-version": "2025-06-18" }],
        [listing, modern],
      ] as const) {
        const { status, body } = await post({ key, json, headers: { ...headers, accept } });
        expect([status, body]).toMatchObject([200, { result: { tools: expect.any(Array) as unknown } }]);
      }
    },
  );

  test("is rejected if it accepts no JSON", async () => {
    const { key } = await newCaller();
    expect((await post({ key, headers: { accept: "text/html" } })).status).toBe(406);
  });

  test("may be a loopback address, or a name that no public site can have", async () => {
    const { key } = await newCaller();
    for (const host of ["127.0.0.1:4130", "[::1]:4130", "localhost:3000", "pegboard:3000"])
      expect((await post({ key, headers: { host } })).status).toBe(200);
  });

  test.each([
    ["no JSON", "{", 400],
    ["a list of messages", JSON.stringify([message("ping"), message("ping")]), 400],
    ["nothing", "", 400],
    ["a number", "7", 400],
    ["brackets alone", "[".repeat(100_000), 400],
    [
      "deep arguments",
      `{"jsonrpc":"2.0","id":1,"method":"ping","params":${'{"a":'.repeat(5000)}1${"}".repeat(5000)}}`,
      400,
    ],
    ["a body too large", " ".repeat(300 * 1024), 413],
  ])("answers %s with an error of the protocol", async (_, text, status) => {
    const { key } = await newCaller();
    const answer = await post({ key, text });
    expect(answer).toMatchObject({ status, body: { jsonrpc: "2.0", error: { code: expect.any(Number) } } });
  });

  test("acknowledges a subscription and ends it, without holding a connection", async () => {
    const { key } = await newCaller();
    const subscribed = message("subscriptions/listen", { notifications: { toolsListChanged: true }, _meta: ENVELOPE });
    const headers = { "mcp-protocol-version": "2026-07-28", "mcp-method": "subscriptions/listen" };
    const { status, text } = await post({ key, json: subscribed, headers });
    expect(status).toBe(200);
    expect(text.match(/"method":"[^"]+"/g)).toEqual(['"method":"notifications/subscriptions/acknowledged"']);
  });
});

/** What every message of the newer revision says of its client. */
const ENVELOPE = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "test", version: "1.0.0" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

function message(method: string, params: object = {}) {
  return { jsonrpc: "2.0", id: 1, method, params };
}

interface Sent {
  method?: "POST" | "GET" | "DELETE" | "PUT";
  key?: string;
  search?: string;
  headers?: Record<string, string>;
  json?: unknown;
  text?: string;
  on?: Handlers;
}

/** Sends what no client of the library would. */
async function post({
  method = "POST",
  key,
  search = "",
  headers = {},
  json = message("ping"),
  text,
  on = handlers,
}: Sent) {
  const url = new URL(`/mcp${search}`, env().siteUrl);
  const request = new Request(url, {
    method,
    headers: {
      host: url.host,
      accept: "application/json, text/event-stream",
      "content-type": "application/json",
      ...(key && { authorization: `Bearer ${key}` }),
      ...headers,
    },
    body: method === "GET" ? undefined : (text ?? JSON.stringify(json)),
  });
  const response = await on[method](request, mountContext(request));
  const received = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json") && received !== "";
  const body: unknown = isJson ? JSON.parse(received) : undefined;
  return { status: response.status, headers: response.headers, text: received, body };
}
