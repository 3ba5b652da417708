import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import type { Source } from "@/lib/infra/env";
import type { Locks } from "./locks";
import { NEXT, refreshClient } from "./next";
import { finishStaticFiles } from "./static-files";
import { sourcesFingerprint } from "./sources";
import { PROJECT } from "./state-directory";
import { Trouble } from "./terminal";

/** Builds if the sources have changed, while nobody else builds, and never under a server that runs from the last build. */
export async function buildOnce(locks: Locks, variables: Source, told: (work: () => Promise<void>) => Promise<void>, signal?: AbortSignal): Promise<void> {
  const place = variables.NEXT_DIST_DIR ?? "";
  await locks.alone(`build ${place}`, async () => {
    if (!isBuilt(variables)) {
      if (await locks.isShared(`serve ${place}`)) {
        throw new Trouble("The sources have changed, and another process still serves the last build of this folder: stop that one first.");
      }
      await told(() => build(variables, "on failure", signal));
    }
    await locks.share(`serve ${place}`);
  });
}

export async function build(variables: Source, output: "shown" | "on failure", signal?: AbortSignal): Promise<void> {
  refreshClient();
  const fingerprint = sourcesFingerprint(variables);
  fs.rmSync(markerFile(variables), { force: true });
  await runNextBuild(variables, output, signal);
  await finishStaticFiles(buildFolder(variables));
  fs.writeFileSync(markerFile(variables), fingerprint);
}

/** A build that was killed never says what it was built from. */
export function isBuilt(variables: Source): boolean {
  const marker = markerFile(variables);
  return fs.existsSync(marker) && fs.readFileSync(marker, "utf8") === sourcesFingerprint(variables);
}

function runNextBuild(variables: Source, output: "shown" | "on failure", signal?: AbortSignal): Promise<void> {
  const child = spawn(process.execPath, [NEXT, "build"], {
    cwd: PROJECT,
    signal,
    env: { ...(variables as NodeJS.ProcessEnv), NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
    stdio: ["ignore", output === "shown" ? "inherit" : "pipe", output === "shown" ? "inherit" : "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk: Buffer) => (said += chunk));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => (code === 0 ? resolve() : reject(new Trouble(`The production build failed.\n${said}`))));
  });
}

function markerFile(variables: Source): string {
  return path.join(buildFolder(variables), "pegboard-sources");
}

function buildFolder(variables: Source): string {
  return path.join(PROJECT, variables.NEXT_DIST_DIR || ".next");
}
