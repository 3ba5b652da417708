import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Client } from "@modelcontextprotocol/client";
import { openApiDocument } from "@/lib/openapi/document/openapi-document";
import { pageOf } from "@/lib/openapi/document/describe-operation";
import { operationNamed, toolsOf } from "@/lib/openapi/tools";
import { TOOLSETS } from "@/lib/openapi/toolsets";
import { BASE_URL, send } from "@/tests/support/api";
import { type Account, newAccount } from "@/tests/support/api-accounts";
import { callTool, connectMcp, REVISIONS } from "@/tests/support/mcp-client";
import { sampleOf } from "@/tests/support/random";
import { FIXTURES } from "./fixtures";

const TOOLS = toolsOf(openApiDocument(BASE_URL)).map((tool) => ({ ...tool, name: tool.listed.name }));
const EVERYTHING = `?write=true&toolsets=${Object.keys(TOOLSETS).join()}`;

let account: Account;
beforeAll(async () => {
  account = await newAccount("pro");
});

describe.each(REVISIONS)("in revision %s", (revision) => {
  let client: Client;
  beforeAll(async () => {
    client = await connectMcp(BASE_URL, account.key, { revision, search: EVERYTHING });
  });
  afterAll(() => client.close());

  test("the tools are one page, in a fixed order", async () => {
    const { tools, nextCursor } = await client.listTools();
    expect({ names: tools.map(({ name }) => name), nextCursor }).toEqual({
      names: TOOLS.map(({ name }) => name),
      nextCursor: undefined,
    });
  });

  test.each(sampleOf(TOOLS, revision))(
    "$name does what its operation does",
    async ({ name, operation, listed, isFinal }) => {
      const { params, query, body } = await FIXTURES[operation](account);
      const named = Object.entries(params ?? {}).filter(([param]) => param in listed.inputSchema.properties);
      const given = { ...Object.fromEntries(named), ...query, ...body, ...(isFinal && { confirm: true }) };
      const { text, isError, data } = await callTool(client, name, given);
      expect({ name, isError, text }).toMatchObject({ isError: false });
      const { returns, paginated } = operationNamed(operation);
      if (returns === null) expect(data.result).toEqual({ done: true });
      else expect((paginated ? pageOf(returns) : returns).safeParse(data.result).error?.issues).toBeUndefined();
    },
  );
});

describe("POST /mcp", () => {
  const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
  const headers = { Accept: "application/json, text/event-stream" };

  test("is served before Next, with the headers of the API", async () => {
    const {
      status,
      headers: sent,
      json,
    } = await send("/mcp", { method: "POST", key: account.key, json: ping, headers });
    expect({ status, json }).toEqual({ status: 200, json: { jsonrpc: "2.0", id: 1, result: {} } });
    expect(sent.get("content-security-policy")).toBe("default-src 'none'; frame-ancestors 'none'");
    expect(sent.get("cache-control")).toBe("no-store");
    expect(sent.get("x-request-id")).toMatch(/^req_/);
    expect(sent.get("x-ratelimit-remaining")).toMatch(/^\d+$/);
  });

  test("is also found with a slash at the end of its address", async () => {
    const { json } = await send("/mcp/", { method: "POST", key: account.key, json: ping });
    expect(json).toMatchObject({ id: 1, result: {} });
  });

  test("requires a key, and rejects other methods and origins as the protocol specifies", async () => {
    const anonymous = await send("/mcp", { method: "POST", json: ping, headers });
    expect({ status: anonymous.status, asks: anonymous.headers.get("www-authenticate") }).toEqual({
      status: 401,
      asks: expect.stringMatching(/^Bearer /),
    });
    for (const method of ["GET", "HEAD", "PUT", "PATCH", "DELETE"])
      expect((await send("/mcp", { method, key: account.key })).status, method).toBe(405);
    const elsewhere = { ...headers, Origin: "https://elsewhere.example" };
    expect((await send("/mcp", { method: "POST", key: account.key, json: ping, headers: elsewhere })).status).toBe(403);
    expect((await send("/mcp/more", { method: "GET" })).status).toBe(404);
  });

  test("rejects a body larger than an operation's limit", async () => {
    const { status } = await send("/mcp", { method: "POST", key: account.key, text: " ".repeat(300 * 1024), headers });
    expect(status).toBe(413);
  });
});
