import fs from "node:fs";
import { execaSync } from "execa";

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM"; // it runs, and belongs to another user
  }
}

/** Sends a signal to a process, which may have ended by now. */
export function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** Returns the command line of a process; empty for a zombie. */
export function commandLine(pid: number): string {
  if (fs.existsSync("/proc/self/cmdline")) {
    try {
      return fs.readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
    } catch {
      return "";
    }
  }
  return execaSync("ps", ["-o", "command=", "-p", String(pid)], { reject: false }).stdout;
}

const CHECK_MS = 500;

/** Calls `end` once the parent is gone, even by kill -9: npm's shell and test runners do not signal their children. */
export function endWithParent(end: () => unknown = () => process.exit(1)): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    end();
  }, CHECK_MS).unref();
}
