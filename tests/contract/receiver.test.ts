import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { RECEIVER } from "@/components/api-docs/guides/receiver";
import { signedHeaders } from "@/lib/domain/consequences/webhooks/signing";
import { temporaryFolder } from "@/tests/support/temporary-folder";

const SECRET = `whsec_${Buffer.alloc(32, 9).toString("base64")}`;
const folder = temporaryFolder(afterAll);
const running: ChildProcess[] = [];
afterAll(() => running.forEach((child) => child.kill()));

const hasPython = spawnSync("python3", ["--version"]).status === 0;
const hasGo = spawnSync("go", ["version"]).status === 0;

describe.each([
  { language: "JavaScript", file: "receiver.mjs", code: RECEIVER.javascript, run: process.execPath, there: true },
  { language: "Python", file: "receiver.py", code: RECEIVER.python, run: "python3", there: hasPython },
  { language: "Go", file: "receiver.go", code: RECEIVER.go, run: "go", there: hasGo },
])("the guide's receiver in $language", ({ file, code, run, there }) => {
  test.runIf(there)("accepts our deliveries once, and nothing else", async () => {
    const { url, said } = await start(run, file, code);
    const body = JSON.stringify({ id: "whd_1", event: "post.created", data: { postId: "post_1" } });
    const at = (moment: number, secrets = [SECRET]) =>
      signedHeaders({ id: "whd_1", event: "post.created", body }, secrets, new Date(moment));
    const post = async (headers: Record<string, string>, sent = body) =>
      (await fetch(url, { method: "POST", headers, body: sent })).status;
    expect(await post(at(Date.now()))).toBe(204);
    expect(await post(at(Date.now()))).toBe(204);
    expect(await post(at(Date.now(), ["whsec_new", SECRET]))).toBe(204);
    expect(await post(at(Date.now()), `${body} `)).toBe(400);
    expect(await post(at(Date.now(), ["whsec_other"]))).toBe(400);
    expect(await post(at(Date.now() - 301_000))).toBe(400);
    expect(await post({})).toBe(400);
    expect(said().match(/post\.created/g)).toHaveLength(1);
  });
});

async function start(run: string, file: string, code: string): Promise<{ url: string; said: () => string }> {
  writeFileSync(path.join(folder, file), code);
  const port = await freePort();
  const program = path.join(folder, file);
  // Compiled, since `go run` would leave the program running when it is killed.
  if (run === "go") expect(spawnSync("go", ["build", "-o", `${program}.out`, program]).status).toBe(0);
  const [command, given] = run === "go" ? [`${program}.out`, []] : [run, [program]];
  const child = spawn(command, given, {
    env: { ...process.env, PORT: String(port), WEBHOOK_SECRET: SECRET },
  });
  running.push(child);
  let words = "";
  child.stdout.on("data", (chunk: Buffer) => (words += chunk.toString()));
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 100; tries++) {
    if (
      await fetch(url, { method: "POST" }).then(
        () => true,
        () => false,
      )
    )
      break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return { url, said: () => words };
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}
