import fs from "node:fs";
import path from "node:path";
import { execa } from "execa";
import type { Source } from "@/lib/infra/environment/env";
import { Builds } from "./builds";
import { withLock } from "./locks";
import { generateOpenApi, NEXT, refreshClient } from "./next";
import { bundleServer } from "@/lib/server/bundles";
import { finishStaticFiles } from "./static-files";
import { sourcesHash } from "./sources";
import { PROJECT } from "@/lib/infra/process/project";
import { UserError } from "./terminal";

const builds = new Builds(PROJECT);

interface Building {
  /** By default, output is shown only if the build fails. */
  isShown?: boolean;
  signal?: AbortSignal;
}

/** Runs a build, and says so. */
type Announce = (work: () => Promise<void>) => Promise<void>;

/**
 * Returns the folder that a server starts from: the one that NEXT_DIST_DIR names, or a build of the current sources,
 * which is made if there is none. Processes that start concurrently share one.
 * @param lockUrl of the database that holds their lock
 */
export async function buildOnce(
  lockUrl: string,
  variables: Source,
  announce: Announce,
  signal?: AbortSignal,
): Promise<string> {
  const given = variables.NEXT_DIST_DIR;
  if (!given) return withLock({ url: lockUrl, name: "build", signal }, () => currentBuild(variables, announce, signal));
  if (fs.existsSync(path.join(PROJECT, given, "BUILD_ID"))) return given;
  throw new UserError(`There is no build in ${given}: NEXT_DIST_DIR=${given} npm run build`);
}

/** Returns the folder of a build of the current sources, which is made if there is none. */
export async function currentBuild(variables: Source, announce: Announce, signal?: AbortSignal): Promise<string> {
  const current = () => builds.use(sourcesHash(variables));
  const build = current() ?? (await announce(() => buildBeside(variables, { signal })), current());
  if (!build) throw sourcesChanged();
  return build;
}

/** The folder of a build of the current sources, whether or not it exists. */
export const buildDirectory = (variables: Source): string => builds.directory(sourcesHash(variables));

const sourcesChanged = () => new UserError("The sources changed during the build: start again.");

/** Builds into a folder of its own, so that running servers keep theirs. */
export async function buildBeside(variables: Source, building: Building): Promise<void> {
  const hash = sourcesHash(variables);
  await builds.make(hash, async (directory) => {
    // Skips file tracing, a third of the cost, which other hosts and images need.
    await buildInPlace({ ...variables, NEXT_TRACES: "no", NEXT_DIST_DIR: directory }, building);
    if (sourcesHash(variables) !== hash) throw sourcesChanged();
  });
}

/** Builds into the folder that NEXT_DIST_DIR names. */
export async function buildInPlace(variables: Source, { isShown, signal }: Building): Promise<void> {
  refreshClient();
  generateOpenApi();
  const stream = isShown ? "inherit" : "pipe";
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
  // After Next's build, which empties the folder.
  const folder = path.join(PROJECT, variables.NEXT_DIST_DIR || ".next");
  await Promise.all([finishStaticFiles(folder), bundleServer(folder)]);
}
