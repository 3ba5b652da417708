import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { openApiDocument } from "@/lib/openapi/document/openapi-document";
import { toolsOf } from "@/lib/openapi/tools";
import { BASE_URL, send } from "@/tests/support/api";
import { newAccount } from "@/tests/support/api-accounts";
import { attempts, RANDOM } from "@/tests/support/random";

const TOOLS = toolsOf(openApiDocument(BASE_URL)).filter(({ toolset }) => toolset === "default");
const FIELDS = [...new Set(TOOLS.flatMap(({ listed }) => Object.keys(listed.inputSchema.properties))), "__proto__"];
const METHODS = [
  "tools/call",
  "tools/call",
  "tools/call",
  "tools/list",
  "initialize",
  "ping",
  "server/discover",
  "subscriptions/listen",
  "resources/read",
  "notifications/cancelled",
];
const ENVELOPE = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

let key: string;
beforeAll(async () => {
  ({ key } = await newAccount("pro"));
});

const value = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(true, 1, "", "\0", "\ud800", "..", "a/b?c#d", "💥", "x".repeat(5000), [["[object Object]"]]),
);
const params = fc.record(
  {
    name: fc.oneof({ arbitrary: fc.constantFrom(...TOOLS.map(({ listed }) => listed.name)), weight: 5 }, value),
    arguments: fc.oneof({ arbitrary: fc.dictionary(fc.constantFrom(...FIELDS), value), weight: 5 }, value),
  },
  { requiredKeys: ["name", "arguments"] },
);
const oddParams = fc.record({ _meta: fc.oneof(fc.constant(ENVELOPE), value), notifications: value, name: value });
const message = fc.record(
  {
    jsonrpc: fc.oneof({ arbitrary: fc.constant("2.0"), weight: 9 }, value),
    id: fc.oneof({ arbitrary: fc.integer(), weight: 9 }, value),
    method: fc.oneof({ arbitrary: fc.constantFrom(...METHODS), weight: 9 }, value),
    params: fc.oneof({ arbitrary: params, weight: 9 }, { arbitrary: oddParams, weight: 3 }, value),
  },
  { requiredKeys: ["jsonrpc", "id", "method", "params"] },
);
const ACCEPT = { accept: "application/json, text/event-stream" };
const oddHeaders = fc.record(
  {
    accept: fc.constantFrom(ACCEPT.accept, "*/*"),
    "mcp-protocol-version": fc.constantFrom("2026-07-28", "2025-11-25", "1999-01-01", "x"),
    "mcp-method": fc.constantFrom(...METHODS),
    "mcp-name": fc.constantFrom("me_get", "=?base64?%?=", "x"),
    "x-mcp-toolsets": fc.constantFrom("default", "webhooks", "none"),
  },
  { requiredKeys: ["accept"] },
);
const headers = fc.oneof({ arbitrary: fc.constant(ACCEPT), weight: 3 }, oddHeaders);

test("no malformed message of the protocol causes a server error", { timeout: 600_000 }, async () => {
  let called = 0;
  const property = fc.asyncProperty(message, headers, async (json, sent) => {
    const answer = await send("/mcp?write=true", { method: "POST", key, json, headers: sent });
    const shown = JSON.stringify({ json, sent, answer: answer.text });
    expect(answer.status, shown).toBeLessThan(500);
    expect(answer.status, shown).not.toBe(429);
    expect(answer.text, shown).not.toContain('"code":-32603');
    expect(answer.text, shown).not.toMatch(/internal_error|prisma|node_modules|ECONN/i);
    if (answer.text.includes('"content":[')) called += 1;
  });
  await fc.assert(property, { numRuns: attempts({ few: 300, many: 6_000 }), ...RANDOM });
  expect(called).toBeGreaterThan(20);
});
