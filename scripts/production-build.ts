import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import type { Source } from "@/lib/infra/env";
import { Builds } from "./builds";
import type { Locks } from "./locks";
import { NEXT, refreshClient } from "./next";
import { finishStaticFiles } from "./static-files";
import { sourcesFingerprint } from "./sources";
import { PROJECT } from "./state-directory";
import { Trouble } from "./terminal";

const builds = new Builds(PROJECT);

/** Gives the folder of a build of the sources as they are, for a server to start from; makes one where there is none. */
export async function buildOnce(
  locks: Locks,
  variables: Source,
  told: (work: () => Promise<void>) => Promise<void>,
  signal?: AbortSignal,
): Promise<string> {
  const place = variables.NEXT_DIST_DIR;
  if (place) return buildInPlaceOnce(place, locks, variables, told, signal);
  // Two that start at once need one build between them.
  return locks.alone("build", async () => {
    const fingerprint = sourcesFingerprint(variables);
    const existing = builds.open(fingerprint);
    if (existing) return existing.directory;
    await told(() => buildBeside(variables, "on failure", signal));
    const build = builds.open(fingerprint);
    if (!build) throw new Trouble("The sources have changed while they were built: start again.");
    return build.directory;
  });
}

/** Into a folder of its own, whatever is served from others meanwhile. */
export async function buildBeside(
  variables: Source,
  output: "shown" | "on failure",
  signal?: AbortSignal,
): Promise<void> {
  const claimed = builds.claim();
  try {
    refreshClient();
    const fingerprint = sourcesFingerprint(variables);
    await runBuild({ ...variables, NEXT_DIST_DIR: claimed.directory }, output, signal);
    claimed.finish(fingerprint);
  } finally {
    claimed.release();
  }
}

/** Where the folder is given (the tests' own, a platform's), one build replaces the other, and never under a server. */
async function buildInPlaceOnce(
  place: string,
  locks: Locks,
  variables: Source,
  told: (work: () => Promise<void>) => Promise<void>,
  signal?: AbortSignal,
): Promise<string> {
  await locks.alone(`build ${place}`, async () => {
    if (!isBuilt(variables)) {
      if (await locks.isShared(`serve ${place}`)) {
        throw new Trouble(
          "The sources have changed, and another process still serves the last build of this folder: stop that one first.",
        );
      }
      await told(() => build(variables, "on failure", signal));
    }
    await locks.share(`serve ${place}`);
  });
  return place;
}

export async function build(variables: Source, output: "shown" | "on failure", signal?: AbortSignal): Promise<void> {
  refreshClient();
  const fingerprint = sourcesFingerprint(variables);
  fs.rmSync(markerFile(variables), { force: true });
  await runBuild(variables, output, signal);
  fs.writeFileSync(markerFile(variables), fingerprint);
}

/** A build that was killed never says what it was built from. */
export function isBuilt(variables: Source): boolean {
  const marker = markerFile(variables);
  return fs.existsSync(marker) && fs.readFileSync(marker, "utf8") === sourcesFingerprint(variables);
}

async function runBuild(variables: Source, output: "shown" | "on failure", signal?: AbortSignal): Promise<void> {
  await runNextBuild(variables, output, signal);
  await finishStaticFiles(buildFolder(variables));
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
    child.once("close", (code) =>
      code === 0 ? resolve() : reject(new Trouble(`The production build failed.\n${said}`)),
    );
  });
}

function markerFile(variables: Source): string {
  return path.join(buildFolder(variables), "pegboard-sources");
}

function buildFolder(variables: Source): string {
  return path.join(PROJECT, variables.NEXT_DIST_DIR || ".next");
}
