import fs from "node:fs";
import path from "node:path";
import { execa } from "execa";
import type { Source } from "@/lib/infra/environment/env";
import { Builds } from "./builds";
import type { Locks } from "./locks";
import { generateOpenApi, NEXT, refreshClient } from "./next";
import { bundleServer } from "./server-bundles";
import { finishStaticFiles } from "./static-files";
import { hasSources, sourcesFingerprint } from "./sources";
import { PROJECT } from "./state-directory";
import { UserError } from "./terminal";

const builds = new Builds(PROJECT);

/** For a build served from this folder: skips file tracing, a third of the cost, which other hosts and images need. */
export const SERVED_HERE = { NEXT_TRACES: "no" };

/** Returns the folder of a build of the current sources for a server to start from, building it if necessary. */
export async function buildOnce(
  locks: Locks,
  variables: Source,
  announce: (work: () => Promise<void>) => Promise<void>,
  signal?: AbortSignal,
): Promise<string> {
  const folder = variables.NEXT_DIST_DIR;
  if (folder) return buildInPlaceOnce(folder, locks, variables, announce, signal);
  // Processes that start concurrently share one build.
  return locks.alone("build", async () => {
    const fingerprint = sourcesFingerprint(variables);
    const existing = builds.open(fingerprint);
    if (existing) return existing.directory;
    await announce(() => buildBeside(variables, "on failure", signal));
    const build = builds.open(fingerprint);
    if (!build) throw new UserError("The sources changed during the build: start again.");
    return build.directory;
  });
}

/** Builds into a folder of its own, so that running servers keep theirs. */
export async function buildBeside(
  variables: Source,
  output: "shown" | "on failure",
  signal?: AbortSignal,
): Promise<void> {
  const claimed = builds.claim();
  try {
    refreshClient();
    generateOpenApi();
    const fingerprint = sourcesFingerprint(variables);
    await runBuild({ ...variables, ...SERVED_HERE, NEXT_DIST_DIR: claimed.directory }, output, signal);
    claimed.finish(fingerprint);
  } finally {
    claimed.release();
  }
}

/**
 * Builds into a given folder (the tests', a platform's), replacing the last build there, but never while a server uses
 * it.
 */
async function buildInPlaceOnce(
  folder: string,
  locks: Locks,
  variables: Source,
  announce: (work: () => Promise<void>) => Promise<void>,
  signal?: AbortSignal,
): Promise<string> {
  await locks.alone(`build ${folder}`, async () => {
    if (!isBuilt(variables)) {
      if (await locks.isShared(`serve ${folder}`)) {
        throw new UserError(
          "The sources have changed, and another process still serves the last build of this folder: stop that one first.",
        );
      }
      await announce(() => build(variables, "on failure", signal));
    }
    await locks.share(`serve ${folder}`);
  });
  return folder;
}

export async function build(variables: Source, output: "shown" | "on failure", signal?: AbortSignal): Promise<void> {
  refreshClient();
  generateOpenApi();
  const fingerprint = sourcesFingerprint(variables);
  fs.rmSync(markerFile(variables), { force: true });
  await runBuild(variables, output, signal);
  fs.writeFileSync(markerFile(variables), fingerprint);
}

/**
 * Whether the build matches the sources. A killed build has no marker, so it never does; a build in an image
 * (scripts/assemble.ts) has no sources that could differ.
 */
export function isBuilt(variables: Source): boolean {
  const marker = markerFile(variables);
  if (!fs.existsSync(marker)) return false;
  return !hasSources() || fs.readFileSync(marker, "utf8") === sourcesFingerprint(variables);
}

async function runBuild(variables: Source, output: "shown" | "on failure", signal?: AbortSignal): Promise<void> {
  await runNextBuild(variables, output, signal);
  // After Next's build, which empties the folder.
  await Promise.all([finishStaticFiles(buildFolder(variables)), bundleServer(buildFolder(variables))]);
}

async function runNextBuild(variables: Source, output: "shown" | "on failure", signal?: AbortSignal): Promise<void> {
  const stream = output === "shown" ? "inherit" : "pipe";
  const { failed, all } = await execa(process.execPath, [NEXT, "build"], {
    cwd: PROJECT,
    cancelSignal: signal,
    extendEnv: false,
    env: { ...variables, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
    stdio: ["ignore", stream, stream],
    all: true,
    reject: false,
  });
  if (failed) throw new UserError(`The production build failed.\n${all ?? ""}`);
}

function markerFile(variables: Source): string {
  return path.join(buildFolder(variables), "pegboard-sources");
}

function buildFolder(variables: Source): string {
  return path.join(PROJECT, variables.NEXT_DIST_DIR || ".next");
}
