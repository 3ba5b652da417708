import { spawnSync } from "node:child_process";
import fs from "node:fs";

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM"; // it runs, and belongs to somebody else
  }
}

/** What the process was started with; empty for one that has ended and only waits to be reaped. */
export function commandLine(pid: number): string {
  if (fs.existsSync("/proc/self/cmdline")) {
    try {
      return fs.readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
    } catch {
      return "";
    }
  }
  return spawnSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" }).stdout ?? "";
}
