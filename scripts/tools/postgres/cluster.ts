import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { execa } from "execa";
import { isRunning } from "@/scripts/tools/processes";
import type { ServerUser } from "./server-user";

/** A cluster is the folder of one PostgreSQL server: its databases, its password, its PID file. */
export const ROLE = "pegboard";

/** A PID that no process has, far above what systems assign. */
const NOBODY = 2 ** 31 - 1;

export function clusterExists(directory: string): boolean {
  return fs.existsSync(path.join(directory, "PG_VERSION"));
}

/**
 * Creates a cluster under another name and renames it, so that it is complete or absent for other starters and after a
 * kill.
 */
export async function createCluster(
  binaries: string,
  directory: string,
  user: ServerUser,
  durable: boolean,
): Promise<void> {
  removeAbandonedDrafts(directory);
  const draft = `${directory}.${process.pid}.${randomBytes(4).toString("hex")}.draft`;
  const password = randomBytes(24).toString("hex");
  const passwordFile = `${draft}.password`;
  fs.mkdirSync(draft, { mode: 0o700 });
  fs.writeFileSync(passwordFile, password, { mode: 0o600 });
  giveTo(user, draft, passwordFile);
  try {
    await execa(
      path.join(binaries, "initdb"),
      [
        `--pgdata=${draft}`,
        `--username=${ROLE}`,
        `--pwfile=${passwordFile}`,
        "--auth=scram-sha-256",
        "--encoding=UTF8",
        "--locale=C",
        ...(durable ? [] : ["--no-sync"]),
      ],
      { ...user, cwd: "/", stdin: "ignore" },
    );
    fs.renameSync(passwordFile, path.join(draft, "password"));
    fs.renameSync(draft, directory);
  } catch (error) {
    if (!clusterExists(directory)) throw error; // otherwise another starter was faster
  } finally {
    fs.rmSync(draft, { recursive: true, force: true });
    fs.rmSync(passwordFile, { force: true });
  }
}

export function clusterPassword(directory: string): string {
  return fs.readFileSync(path.join(directory, "password"), "utf8");
}

/** Reads the server's PID file. The port is missing at first. */
export function readPidFile(directory: string): { pid: number; port: number | undefined } | undefined {
  const lines = readIfAny(pidFile(directory))?.split("\n");
  return lines && { pid: Number(lines[0]), port: Number(lines[3]) || undefined };
}

/**
 * Replaces the PID in the PID file if it belongs to another program, since the server would not start otherwise. Keeps
 * the rest: by the shared memory named there, the server detects old processes that still use the files.
 */
export function disownPidFile(directory: string, pid: number): void {
  const note = readIfAny(pidFile(directory));
  if (note?.startsWith(`${pid}\n`)) fs.writeFileSync(pidFile(directory), note.replace(/^\d+/, String(NOBODY)));
}

/** The port of the last server on this folder, so that URLs outlive a restart. */
export function lastPort(directory: string): number | undefined {
  const options = readIfAny(path.join(directory, "postmaster.opts")) ?? "";
  return Number(/"-p" "(\d+)"/.exec(options)?.[1]) || undefined;
}

function pidFile(directory: string): string {
  return path.join(directory, "postmaster.pid");
}

/** Reads a file that the server may remove at any time. */
function readIfAny(file: string): string | undefined {
  try {
    return fs.readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

function removeAbandonedDrafts(directory: string): void {
  const parent = path.dirname(directory);
  for (const name of fs.readdirSync(parent)) {
    const pid = new RegExp(`^${path.basename(directory)}\\.(\\d+)\\.\\w+\\.draft`).exec(name)?.[1];
    if (pid && !isRunning(Number(pid))) fs.rmSync(path.join(parent, name), { recursive: true, force: true });
  }
}

function giveTo(user: ServerUser, ...files: string[]): void {
  if (user) for (const file of files) fs.chownSync(file, user.uid, user.gid);
}
