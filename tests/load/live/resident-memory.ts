import { execFileSync } from "node:child_process";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";

/** Options to start a server with whose memory is to be measured. */
export const COLLECTS_GARBAGE = {
  NODE_OPTIONS: `--import ${pathToFileURL(path.resolve("tests/load/live/collect-garbage.mjs")).href}`,
};

/** The memory of a process in MB, after a garbage collection. */
export async function residentMb(pid: number): Promise<number> {
  for (let n = 0; n < 3; n += 1) {
    process.kill(pid, "SIGUSR2");
    await sleep(2000);
  }
  return Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" })) / 1024;
}
