import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { text } from "node:stream/consumers";
import { PROJECT } from "@/lib/infra/process/project";

/** Runs Prisma's command line on a database. Returns what it printed, whether or not it succeeded. */
export async function prisma(url: string, ...args: string[]): Promise<string> {
  const cli = path.join(PROJECT, "node_modules/prisma/build/index.js");
  const engine = path.join(PROJECT, "scripts/tools/schema-engine.mjs");
  const child = spawn(process.execPath, [cli, ...args], {
    cwd: PROJECT,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, DATABASE_URL: url, PRISMA_SCHEMA_ENGINE_BINARY: engine, CHECKPOINT_DISABLE: "1" },
  });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
  return stdout + stderr;
}
