import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { isRunning } from "@/scripts/processes";
import type { ServerUser } from "./server-user";

/** A cluster is the folder of one PostgreSQL server: its databases, its password, the note of who serves it. */
export const ROLE = "pegboard";

/** A number that no process has: far above what systems give out. */
const NOBODY = 2 ** 31 - 1;

export function clusterExists(directory: string): boolean {
  return fs.existsSync(path.join(directory, "PG_VERSION"));
}

/** Made beside its place and then renamed: a second starter or a kill sees all of it or nothing. */
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
    await run(path.join(binaries, "initdb"), user, [
      `--pgdata=${draft}`,
      `--username=${ROLE}`,
      `--pwfile=${passwordFile}`,
      "--auth=scram-sha-256",
      "--encoding=UTF8",
      "--locale=C",
      ...(durable ? [] : ["--no-sync"]),
    ]);
    fs.renameSync(passwordFile, path.join(draft, "password"));
    fs.renameSync(draft, directory);
  } catch (error) {
    if (!clusterExists(directory)) throw error; // else another starter was quicker
  } finally {
    fs.rmSync(draft, { recursive: true, force: true });
    fs.rmSync(passwordFile, { force: true });
  }
}

export function clusterPassword(directory: string): string {
  return fs.readFileSync(path.join(directory, "password"), "utf8");
}

/** The server's own note of itself; its port is missing in the first moments. */
export function readPidFile(directory: string): { pid: number; port: number | undefined } | undefined {
  const lines = readIfAny(pidFile(directory))?.split("\n");
  return lines && { pid: Number(lines[0]), port: Number(lines[3]) || undefined };
}

/**
 * The server will not start beside a note with the number of a process that runs, whichever that is. Only the number
 * goes: the shared memory that the note names is how the server knows whether old processes still use the files.
 */
export function disownPidFile(directory: string, pid: number): void {
  const note = readIfAny(pidFile(directory));
  if (note?.startsWith(`${pid}\n`)) fs.writeFileSync(pidFile(directory), note.replace(/^\d+/, String(NOBODY)));
}

/** The port of the last server on this folder, so that addresses outlive a restart. */
export function lastPort(directory: string): number | undefined {
  const options = readIfAny(path.join(directory, "postmaster.opts")) ?? "";
  return Number(/"-p" "(\d+)"/.exec(options)?.[1]) || undefined;
}

function pidFile(directory: string): string {
  return path.join(directory, "postmaster.pid");
}

/** The server's files come and go while they are looked at. */
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

function run(program: string, user: ServerUser, args: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...user, cwd: "/", stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => (output += chunk));
    child.stderr.on("data", (chunk: Buffer) => (output += chunk));
    child.on("error", reject);
    child.on("close", (code) =>
      code === 0 ? resolve() : reject(new Error(`${path.basename(program)} failed: ${output}`)),
    );
  });
}
