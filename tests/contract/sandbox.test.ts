import fs from "node:fs";
import path from "node:path";
import { execa } from "execa";
import { afterAll, expect, test } from "vitest";
import type { oas31 } from "zod-openapi";
import { openApiDocument } from "@/lib/openapi/document/openapi-document";
import { BASE_URL, send } from "@/tests/support/api";
import { newAccount } from "@/tests/support/api-accounts";
import { eventually } from "@/tests/support/eventually";
import { startReceiver } from "@/tests/support/receiver";
import { temporaryFolder } from "@/tests/support/temporary-folder";
import { CASES } from "./cases";

const document = openApiDocument(BASE_URL);

/** Requests of the document that can be sent as they are: no ids, files, or acts on the sandbox itself. */
const EXAMPLES = CASES.flatMap(({ name, operation }) => {
  const { method, path, scope, file } = operation;
  if (scope === null || scope === "manage:sandbox" || file || path.includes("{")) return [];
  const { parameters = [], requestBody } = document.paths![path]![method.toLowerCase() as "post"]!;
  const required = (parameters as oas31.ParameterObject[]).filter(({ required }) => required);
  const query = Object.fromEntries(required.map(({ name, example }) => [name, String(example)]));
  const { content } = (requestBody as oas31.RequestBodyObject | undefined) ?? {};
  return [{ name, method, path, query, json: content?.["application/json"]?.example as unknown }];
});

const folder = temporaryFolder(afterAll);

test("the program of the sandbox's guide runs exactly as documented, and prints the same each time", async () => {
  const { text } = await send("/docs/api/sandbox.md");
  const [, code = ""] = /^```js\n([^]*?)\n```$/m.exec(text) ?? [];
  const program = path.join(folder, "test.mjs");
  fs.writeFileSync(program, code);
  const env = { PEGBOARD_URL: BASE_URL, PEGBOARD_KEY: await (await newAccount()).keyWith(["manage:sandbox"]) };
  const first = await execa(process.execPath, [program], { env });
  expect(first.stdout).toMatch(/^post_\w+ has one like$/);
  expect((await execa(process.execPath, [program], { env })).stdout).toBe(first.stdout);
});

test("a webhook of a sandbox is delivered by the production server, and retried as its clock advances", async () => {
  const receiver = await startReceiver(() => ({ status: 503 }));
  const { key } = await newAccount();
  const made = await send("/api/v1/sandbox", { method: "POST", key, json: {} });
  const [you] = (made.json as { people: [{ key: string }] }).people;
  const as = { method: "POST", key: you.key };
  await send("/api/v1/webhooks", { ...as, json: { url: receiver.url, events: ["post.created"] } });
  await send("/api/v1/posts", { ...as, json: { content: "Hello", audience: "PUBLIC" } });
  await eventually(async () => expect(receiver.arrivals).toHaveLength(1));
  expect(JSON.parse(receiver.arrivals[0]!.body)).toMatchObject({ event: "post.created", livemode: false });
  const advanced = await send("/api/v1/sandbox/advance", { ...as, json: { seconds: 12 * 3600 } });
  expect(advanced.json).toMatchObject({ attempts: 5, isComplete: true });
  expect(receiver.arrivals).toHaveLength(6);
  await receiver.stop();
});

test("each example of the document that needs no id is answered alike by the site and by a sandbox", async () => {
  const { key: live } = await newAccount();
  const made = await send("/api/v1/sandbox", { method: "POST", key: live, json: {} });
  const [you] = (made.json as { people: [{ key: string }] }).people;
  const answers = async (key: string) => {
    const statuses: Record<string, number> = {};
    for (const { name, path, ...request } of EXAMPLES) statuses[name] = (await send(path, { key, ...request })).status;
    return statuses;
  };
  const answered = await answers(live);
  expect(await answers(you.key)).toEqual(answered);
  expect(Object.entries(answered).filter(([, status]) => status >= 400)).toEqual([
    // For editors.
    ["blog.create", 403],
    ["news.create", 403],
    // Its example names a post.
    ["reports.create", 404],
  ]);
});

test("a model acts in a sandbox with a test key", async () => {
  const made = await send("/api/v1/sandbox", { method: "POST", key: (await newAccount()).key, json: {} });
  const [you] = (made.json as { people: [{ key: string; id: string }] }).people;
  const call = { name: "me_get", arguments: {} };
  const { json } = await send("/mcp", {
    method: "POST",
    key: you.key,
    headers: { Accept: "application/json, text/event-stream", "MCP-Protocol-Version": "2025-11-25" },
    json: { jsonrpc: "2.0", id: 1, method: "tools/call", params: call },
  });
  expect(JSON.stringify(json)).toContain(you.id);
});
