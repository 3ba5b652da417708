import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { commandLine, isRunning, signalProcess } from "@/lib/infra/process/processes";

const NAME = /^pegboard-test-(\d+)-/;
/**
 * Not reported: caches that programs keep for the next run, files of a browser that ended while writing them, and
 * sockets of killed servers, which the next start removes.
 */
const IGNORED =
  /^(tsx-\d+|playwright-transform-cache-\d+|node-compile-cache|node-jiti|\.org\.chromium\.Chromium\..+|pegboard-pages-.+)$/;
/** How long a closed browser may take to exit. */
const EXIT_TIMEOUT_MS = 10_000;

/** The temporary directory of one test run. Closing it reports what the run left behind. */
interface TemporaryFolder {
  path: string;
  /** Removes the folder and ends processes that still use it. Returns a line for each file and process left behind. */
  close(options?: { timeoutMs?: number }): Promise<string[]>;
}

/** Creates the folder, which the run's processes get as TMPDIR; removes those of runs that were killed. */
export async function openTemporaryFolder(): Promise<TemporaryFolder> {
  for (const name of fs.readdirSync(os.tmpdir())) {
    const pid = NAME.exec(name)?.[1];
    // Ignores errors: the folder may be another user's, or another run may be removing it right now.
    if (pid && !isRunning(Number(pid))) await close(path.join(os.tmpdir(), name)).catch(() => undefined);
  }
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), `pegboard-test-${process.pid}-`));
  // The database's programs run as another user, and must pass through this folder to reach their own.
  fs.chmodSync(folder, 0o711);
  return { path: folder, close: ({ timeoutMs = EXIT_TIMEOUT_MS } = {}) => close(folder, timeoutMs) };
}

async function close(folder: string, timeoutMs = 0): Promise<string[]> {
  const processes = await remainingProcesses(folder, timeoutMs);
  const commands = processes.map((pid) => `process ${pid}: ${commandLine(pid)}`);
  for (const pid of processes) signalProcess(pid, "SIGKILL");
  const files = fs.readdirSync(folder).filter((name) => !IGNORED.test(name));
  fs.rmSync(folder, { recursive: true, force: true });
  return [...files.map((name) => `${name} in the temporary directory`), ...commands];
}

async function remainingProcesses(folder: string, timeoutMs: number): Promise<number[]> {
  for (const deadline = Date.now() + timeoutMs; ; await sleep(100)) {
    const processes = processesOf(folder);
    if (processes.length === 0 || Date.now() >= deadline) return processes;
  }
}

/** Lists the processes that were started with this TMPDIR. Only works on Linux; elsewhere the list is empty. */
function processesOf(folder: string): number[] {
  if (!fs.existsSync("/proc/self/environ")) return [];
  return fs
    .readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && environmentOf(name).includes(`TMPDIR=${folder}`))
    .map(Number);
}

/** Returns the environment of a process; empty if it has ended or belongs to another user. */
function environmentOf(pid: string): string[] {
  try {
    return fs.readFileSync(`/proc/${pid}/environ`, "utf8").split("\0");
  } catch {
    return [];
  }
}
