import { spawn } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { execaSync } from "execa";
import { PROJECT } from "@/lib/infra/process/project";

const require = createRequire(import.meta.url);

/** Next's own program, not its wrapper, so that a signal reaches the server itself. */
export const NEXT = require.resolve("next/dist/bin/next");

/** Generates the database client if it is missing or older than the schema. */
export function refreshClient(): void {
  const client = fs.statSync(path.join(PROJECT, "lib/infra/prisma/client.ts"), { throwIfNoEntry: false });
  const schema = path.join(PROJECT, "prisma/schema");
  const newest = Math.max(...fs.readdirSync(schema).map((file) => fs.statSync(path.join(schema, file)).mtimeMs));
  if (client && client.mtimeMs >= newest) return;
  execaSync(process.execPath, [path.join(PROJECT, "scripts/generate-client.mjs")], { stdio: "inherit" });
}

const GENERATE_OPENAPI = path.join(PROJECT, "scripts/generate-openapi.ts");

export function generateOpenApi(): void {
  execaSync(process.execPath, ["--import", "tsx", GENERATE_OPENAPI], { cwd: PROJECT, stdio: "inherit" });
}

/** Regenerates lib/generated whenever one of its sources changes, until the signal aborts. */
export function watchOpenApi(signal: AbortSignal): void {
  const cli = path.join(path.dirname(require.resolve("tsx/package.json")), "dist/cli.mjs");
  const watcher = spawn(process.execPath, [cli, "watch", "--clear-screen=false", GENERATE_OPENAPI], {
    cwd: PROJECT,
    signal,
    stdio: ["ignore", "ignore", "inherit"],
  });
  watcher.once("error", () => undefined);
}

/** Generates the types of routes, which the types of pages build on. */
export function refreshRouteTypes(): void {
  execaSync(process.execPath, [NEXT, "typegen"], { cwd: PROJECT, stdio: ["ignore", "ignore", "inherit"] });
}
