import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "@/scripts/tools/ports";
import { dataDirectory, PROJECT } from "@/scripts/tools/state-directory";
import { step, UserError } from "@/scripts/tools/terminal";
import { Balancer } from "../fleet/balancer";
import { Answers } from "../fleet/client";
import { Crowd } from "../fleet/crowd";
import { Instance } from "../fleet/instance";
import { judgeActs, refuseProblems } from "../fleet/outcome";
import { startReceiver } from "../fleet/receiver";
import { rehearse, type Variables } from "../rehearsal";

const RECORD = path.join(PROJECT, "tests/upgrades/previous-release.json");
const PEOPLE = 40;
const ACTS = 600;
/** Until the proxy has seen that both instances are well. */
const SEEN_MS = 3000;

/**
 * The release before, from this repository's history, beside today's on today's schema, as during an upgrade: requests
 * go to both in turn, and then to the old one alone, as after a step back. Nothing is lost, doubled or answered 500.
 */
export async function prove(): Promise<void> {
  const { version, commit } = JSON.parse(fs.readFileSync(RECORD, "utf8")) as { version: string; commit: string };
  const folder = path.join(dataDirectory(), `release-${version}-${process.pid}`);
  try {
    await step(
      `release ${version}`,
      async () => install(commit, folder),
      () => "installed",
    );
    await rehearse((variables) => playOnBoth(variables, version, folder));
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

async function playOnBoth(variables: Variables, version: string, folder: string): Promise<void> {
  const [before, today] = await Promise.all([freePort(), freePort()]);
  const balancer = new Balancer([before, today].map((port) => `http://127.0.0.1:${port}`));
  const url = await balancer.listen();
  const environment = {
    ...variables,
    NEXTAUTH_URL: url,
    TRUSTED_PROXIES: "1",
    LOG_LEVEL: "warn",
    WEB_CONCURRENCY: "1",
  };
  Object.assign(process.env, environment);
  const old = new Instance(version, before, environment, folder);
  const current = new Instance("today's", today, environment);
  const receiver = await startReceiver();
  try {
    await Promise.all([old.restart(), current.restart()]);
    await sleep(SEEN_MS);
    const answers = new Answers();
    const crowd = await Crowd.gather(PEOPLE, { url }, receiver.url, answers);
    await crowd.act(() => crowd.acts >= ACTS);
    await current.stop();
    await crowd.act(() => crowd.acts >= 2 * ACTS);
    refuseProblems(await judgeActs(crowd, answers, receiver));
  } finally {
    receiver.stop();
    balancer.close();
    await Promise.all([old.stop(), current.stop()]);
  }
}
