// Slow: each sample, of every operation in four languages, is a separate process.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import http, { type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { execa } from "execa";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApiDocument } from "@/lib/openapi/document/openapi-document";
import { FENCES } from "@/lib/openapi/markdown";
import { groupsOf } from "@/lib/openapi/operations";
import { type Language, LANGUAGES } from "@/lib/openapi/snippets";
import { BASE_URL, send } from "@/tests/support/api";
import { newAccount } from "@/tests/support/api-accounts";
import { temporaryFolder } from "@/tests/support/temporary-folder";
import { type Ask, CASES } from "./cases";
import { FIXTURES } from "./fixtures";

/** How to run a sample from a file. */
const RUN: Record<Language, { file: string; command: string; words: string[] }> = {
  curl: { file: "sample.sh", command: "sh", words: [] },
  javascript: { file: "sample.mjs", command: process.execPath, words: [] },
  python: { file: "sample.py", command: "python3", words: [] },
  go: { file: "sample.go", command: "go", words: ["run"] },
};
const NEEDS: Record<Language, string[]> = {
  curl: ["curl --version", "openssl version"],
  javascript: [],
  python: ['python3 -c "import requests"'],
  go: ["go version"],
};
const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const folder = temporaryFolder(afterAll);
const samples = new Map<string, Record<Language, string>>();

interface Passed {
  method: string;
  path: string;
  status: number;
}

/** A proxy between a sample and the server, which replaces the sample's ids with existing ones. */
let asked: { from: string; ask: Ask } | undefined;
const passed: Passed[] = [];
const between = http.createServer((incoming, response) => void pass(incoming, response));
let address: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => between.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${(between.address() as AddressInfo).port}`;
  fs.writeFileSync(path.join(folder, "picture.png"), Buffer.from(PIXEL, "base64"));
  for (const { key } of groupsOf(openApiDocument(BASE_URL))) {
    const { status, headers, text } = await send(`/docs/api/${key}.md`);
    expect({ status, type: headers.get("content-type") }).toEqual({
      status: 200,
      type: "text/markdown; charset=utf-8",
    });
    for (const [id, languages] of samplesIn(text)) samples.set(id, languages);
  }
});
afterAll(() => void between.close());

/** The samples of a page, by operation. */
function samplesIn(markdown: string): [string, Record<Language, string>][] {
  return markdown.split(/^## /m).flatMap((section) => {
    const id = /^`[A-Z]+ \S+` · `([^`]+)`/m.exec(section)?.[1];
    if (id === undefined) return [];
    const codeIn = (fence: string) => new RegExp(`^(\`{3,})${fence}\\n([^]*?)\\n\\1$`, "m").exec(section)?.[2] ?? "";
    const languages = Object.entries(FENCES).map(([language, fence]) => [language, codeIn(fence)]);
    return [[id, Object.fromEntries(languages) as Record<Language, string>]];
  });
}

async function pass(incoming: IncomingMessage, response: http.ServerResponse): Promise<void> {
  const { method = "", url = "", headers } = incoming;
  const { from, ask } = asked!;
  const target = new URL(BASE_URL);
  target.pathname = from.replace(/\{(\w+)\}/g, (_match, name: string) => encodeURIComponent(ask.params?.[name] ?? ""));
  target.search = String(
    new URLSearchParams({ ...Object.fromEntries(new URL(url, BASE_URL).searchParams), ...ask.query }),
  );
  const { host: _host, connection: _connection, "content-length": _length, ...sent } = headers;
  const body = await buffer(incoming);
  const answer = await fetch(target, {
    method,
    headers: sent as Record<string, string>,
    body: body.length > 0 ? bodyFor(ask, body, headers["content-type"]) : undefined,
  });
  passed.push({ method, path: new URL(url, BASE_URL).pathname, status: answer.status });
  response.writeHead(answer.status, { "Content-Type": answer.headers.get("content-type") ?? "text/plain" });
  response.end(Buffer.from(await answer.arrayBuffer()));
}

/** Replaces the ids in a sample's body, such as the challenged person's, with existing ones. */
function bodyFor({ body = {} }: Ask, sent: Buffer, type = ""): string | Uint8Array<ArrayBuffer> {
  if (!type.startsWith("application/json")) return new Uint8Array(sent);
  const sample = JSON.parse(sent.toString()) as Record<string, unknown>;
  const ids = Object.entries(body).filter(([name]) => name in sample && /(?:id|ids|handle|subject)$/i.test(name));
  return JSON.stringify({ ...sample, ...Object.fromEntries(ids) });
}

const isMissing = (language: Language) =>
  NEEDS[language].some((words) => spawnSync("sh", ["-c", words], { stdio: "ignore" }).status !== 0);

describe.each(Object.keys(LANGUAGES) as Language[])("the sample in %s", (language) => {
  const { file, command, words } = RUN[language];

  // Listed under "Not run here" if the language is not installed.
  test.skipIf(isMissing(language)).each(CASES)("of $name runs exactly as documented", async ({ name, operation }) => {
    const account = await newAccount("pro");
    asked = { from: operation.path, ask: await FIXTURES[name](account) };
    passed.length = 0;
    const code = samples.get(name)?.[language] ?? "";
    expect(code).toContain(BASE_URL);
    fs.writeFileSync(path.join(folder, file), code.replaceAll(BASE_URL, address));
    const { exitCode, stderr } = await execa(command, [...words, file], {
      cwd: folder,
      env: { PEGBOARD_KEY: account.key },
      reject: false,
    });
    const [request] = passed;
    expect({ exitCode, request, stderr: exitCode === 0 ? "" : stderr }).toMatchObject({
      exitCode: 0,
      stderr: "",
      request: { method: operation.method, status: operation.status },
    });
    const pattern = operation.path.replace(/\{\w+\}/g, "[^/]+");
    expect(request?.path).toMatch(new RegExp(`^${pattern}$`));
  });
});
