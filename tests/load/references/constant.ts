import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "@/scripts/tools/ports";
import { NEXT } from "@/scripts/tools/next";
import { dataDirectory } from "@/scripts/tools/state-directory";
import type { Reference } from "./bare";

const { version } = createRequire(import.meta.url)("next/package.json") as { version: string };

const FILES = {
  "package.json": `{ "type": "module" }`,
  "next.config.mjs": `export default { poweredByHeader: false };`,
  "app/route.js": `const BODY = JSON.stringify({ id: "user_1", name: "Nobody", handle: "nobody", stats: { posts: 0 } });
export const dynamic = "force-dynamic";
export const GET = () => new Response(BODY, { headers: { "Content-Type": "application/json" } });
export const POST = GET;
`,
};

/** The least that Next itself asks for a request: an application of one route handler, which returns a constant. */
export async function startConstantServer(): Promise<Reference> {
  const cwd = path.join(dataDirectory(), "load", `constant-${version}`);
  if (!fs.existsSync(path.join(cwd, ".next", "BUILD_ID"))) build(cwd);
  const port = await freePort();
  const child = spawn(process.execPath, [NEXT, "start", "--hostname", "127.0.0.1", "--port", String(port)], {
    cwd,
    env: environment(),
    stdio: "ignore",
  });
  process.once("exit", () => child.kill());
  const origin = `http://127.0.0.1:${port}`;
  while (!(await fetch(origin).catch(() => undefined))) await sleep(50);
  return { origin, stop: () => child.kill() };
}

function build(cwd: string): void {
  for (const [file, text] of Object.entries(FILES)) {
    fs.mkdirSync(path.dirname(path.join(cwd, file)), { recursive: true });
    fs.writeFileSync(path.join(cwd, file), text);
  }
  const { status, stderr } = spawnSync(process.execPath, [NEXT, "build"], {
    cwd,
    env: environment(),
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`The constant handler could not be built:\n${stderr}`);
}

function environment(): NodeJS.ProcessEnv {
  return { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" };
}
