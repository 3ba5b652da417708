import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { PROJECT } from "@/lib/infra/process/project";
import { dataDirectory } from "@/scripts/tools/state-directory";
import { step, UserError } from "@/scripts/tools/terminal";

const RECORD = path.join(PROJECT, "tests/upgrades/previous-release.json");

export interface Release {
  version: string;
  /** Where it is installed. */
  folder: string;
  /** The migrations that its databases have. */
  migrations: string[];
}

/** Installs the previous release, from this repository's history, for the duration of the work. */
export async function withPreviousRelease(work: (release: Release) => Promise<void>): Promise<void> {
  const { version, commit, migrations } = JSON.parse(fs.readFileSync(RECORD, "utf8")) as {
    version: string;
    commit: string;
    migrations: string[];
  };
  const folder = path.join(dataDirectory(), `release-${version}-${process.pid}`);
  try {
    await step(
      `release ${version}`,
      async () => install(commit, folder),
      () => "installed",
    );
    await work({ version, folder, migrations });
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

function install(commit: string, folder: string): void {
  fs.mkdirSync(folder, { recursive: true });
  const shell = (command: string, cwd: string) => execFileSync("sh", ["-c", command], { cwd, stdio: "pipe" });
  try {
    shell(`git archive ${commit} | tar -x -C "${folder}"`, PROJECT);
    if (!fs.existsSync(path.join(folder, "package.json"))) throw new Error("nothing was unpacked");
  } catch (error) {
    throw new UserError(`The history has no commit ${commit}: fetch it with git fetch --unshallow. ${String(error)}`);
  }
  shell("npm ci --no-audit --no-fund", folder);
}
