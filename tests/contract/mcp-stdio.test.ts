import path from "node:path";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { BASE_URL } from "@/tests/support/api";
import { type Account, newAccount } from "@/tests/support/api-accounts";
import { buildCommandLine, type CommandLine } from "@/tests/support/command-line";
import { callTool, newMcpClient, REVISIONS, type Revision } from "@/tests/support/mcp-client";
import { temporaryFolder } from "@/tests/support/temporary-folder";

const root = temporaryFolder(afterAll);
let account: Account;
let cli: CommandLine;

beforeAll(async () => {
  account = await newAccount("pro");
  cli = await buildCommandLine(root, BASE_URL, account.key);
});

/** Starts `pegboard mcp`, like a host. */
async function connect(revision: Revision, words: string[] = []) {
  const client = newMcpClient(revision);
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [path.join(cli.folder, "pegboard.js"), "mcp", ...words],
      env: cli.env,
    }),
  );
  onTestFinished(() => client.close());
  return client;
}

describe.each(REVISIONS)("pegboard mcp, in revision %s", (revision) => {
  test("has the tools of the site, and reads with them", async () => {
    const client = await connect(revision);
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain("feed_list");
    const { data } = await callTool(client, "me_get");
    expect(data.result).toMatchObject({ handle: account.handle });
  });

  test("writes with --write, and has further toolsets", async () => {
    const client = await connect(revision, ["--write", "--toolsets", "posts,people"]);
    const made = await callTool(client, "posts_create", { content: `By ${revision} over stdio` });
    expect(made.isError).toBe(false);
    const { data } = await callTool(client, "posts_list", { limit: 1 });
    expect(data.result).toMatchObject({ data: [{ content: `By ${revision} over stdio` }] });
  });

  test("answers concurrent calls, each with its own result", async () => {
    const client = await connect(revision);
    const limits = Array.from({ length: 20 }, (_, n) => n + 1);
    const pages = await Promise.all(limits.map((limit) => callTool(client, "builds_list", { limit })));
    const shown = pages.map(({ data }) => (data.result as { data: unknown[] }).data.length);
    expect(shown).toEqual(limits.map((limit) => Math.min(limit, shown.at(-1)!)));
  });
});

test("reports malformed and oversized messages, a missing key, an unreachable site; ends with its input", async () => {
  const lines = ["no JSON", "[]", "", JSON.stringify({ jsonrpc: "2.0", id: "long", method: "x".repeat(300 * 1024) })];
  const answered = async (env: Record<string, string> = {}, input = `${lines.join("\n")}\n`) => {
    const { stdout, exitCode, stderr } = await cli.run(["mcp"], { input, env });
    const answers = stdout.split("\n").map((line) => JSON.parse(line) as { id: unknown; error: { message: string } });
    return { exitCode, stderr, answers: answers.map(({ id, error }) => [id, error.message]) };
  };
  expect(await answered()).toEqual({
    exitCode: 0,
    stderr: "",
    answers: [
      [null, "This is not a message in JSON."],
      [null, "This is not a message in JSON."],
      ["long", "A message has at most 256 KiB."],
    ],
  });
  const ping = '{"jsonrpc":"2.0","id":7,"method":"ping"}\n';
  const { answers } = await answered({ PEGBOARD_KEY: "pb_live_nobody" }, ping);
  expect(answers).toEqual([[7, expect.stringContaining("not one of ours")]]);
  const nowhere = await answered({ PEGBOARD_URL: "http://127.0.0.1:9" }, ping);
  expect(nowhere.answers).toEqual([[7, expect.stringContaining("http://127.0.0.1:9 cannot be reached")]]);
});

test("without a key explains how to get one, before the protocol begins", async () => {
  const { exitCode, stdout, stderr } = await cli.run(["mcp"], { env: { PEGBOARD_KEY: "" } });
  expect({ exitCode, stdout, stderr }).toMatchObject({
    exitCode: 3,
    stdout: "",
    stderr: expect.stringContaining("login"),
  });
});
