import fs from "node:fs";
import path from "node:path";
import { execa } from "execa";
import { afterAll, expect, test } from "vitest";
import { BASE_URL, send } from "@/tests/support/api";
import { newAccount } from "@/tests/support/api-accounts";
import { eventually } from "@/tests/support/eventually";
import { startReceiver } from "@/tests/support/receiver";
import { temporaryFolder } from "@/tests/support/temporary-folder";

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
