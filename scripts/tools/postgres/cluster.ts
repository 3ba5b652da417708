import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { execa } from "execa";
import { isRunning } from "@/lib/infra/process/processes";
import { freePort, isPortFree } from "@/scripts/tools/ports";
import type { ServerUser } from "./server-user";

/** A cluster is the folder of one PostgreSQL server: its databases, its password, its PID file. */
export const ROLE = "pegboard";

/** A PID that no process has, far above what systems assign. */
const NOBODY = 2 ** 31 - 1;

export function clusterExists(directory: string): boolean {
  return fs.existsSync(path.join(directory, "PG_VERSION"));
}

/** Creates a cluster under another name and renames it, so that it is complete or absent, even after a kill. */
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
function lastPort(directory: string): number | undefined {
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

const LOG_LIMIT = 5_000_000;

/** Starts the server of a cluster, with retries, and with its output in a log file beside the cluster. */
export function launcher(program: string, directory: string, user: ServerUser, durable: boolean) {
  const log = `${directory}.log`;
  let running = false;
  let failures = 0;

  return {
    idle: () => !running,
    failures: () => failures,
    endOfLog: () => fs.readFileSync(log, "utf8").slice(-1500),
    async start(): Promise<void> {
      if (failures) await sleep(300); // the processes of a killed server take a moment to exit
      const last = lastPort(directory);
      const port = last && (await isPortFree(last, "127.0.0.1")) ? last : await freePort();
      if ((fs.statSync(log, { throwIfNoEntry: false })?.size ?? 0) > LOG_LIMIT) fs.truncateSync(log);
      const output = fs.openSync(log, "a", 0o600);
      // Detached, so that neither a Ctrl-C nor the starter's death interrupts the server.
      const child = spawn(program, ["-D", directory, "-p", String(port), ...settings(durable)], {
        ...user,
        cwd: "/",
        // The server outlives the starter, so it must not use the starter's temporary folder.
        env: { ...process.env, TMPDIR: undefined },
        detached: true,
        stdio: ["ignore", output, output],
      });
      fs.closeSync(output);
      running = true;
      const failed = () => {
        running = false;
        failures += 1;
      };
      child.once("error", failed).once("exit", failed).unref();
    },
  };
}

/**
 * Settings of the tests' server. Autovacuum would reuse the space of deleted rows and analyze in the middle of a test,
 * so that queries without an order would sometimes return rows in another one.
 */
const FOR_TESTS = { fsync: "off", synchronous_commit: "off", full_page_writes: "off", autovacuum: "off" };

function settings(durable: boolean): string[] {
  const all: Record<string, string> = {
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    max_connections: "200",
    timezone: "UTC",
    log_min_messages: "log",
    log_checkpoints: "off",
    ...(durable ? {} : FOR_TESTS),
  };
  return Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}
