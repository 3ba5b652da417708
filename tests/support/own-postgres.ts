import { randomBytes } from "node:crypto";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { startEmbeddedPostgres } from "@/scripts/tools/embedded-postgres";
import { migrate } from "@/scripts/tools/migrate";
import { readPidFile } from "@/scripts/tools/postgres/cluster";
import { signalProcess } from "@/lib/infra/process/processes";

/**
 * A migrated database on its own server, which tests may freeze and kill without affecting other tests. Only a
 * `durable` one keeps every commit when it is killed.
 */
export async function startOwnPostgres({ durable = false } = {}) {
  const name = `test-outage-${process.pid}-${randomBytes(3).toString("hex")}`;
  let server = await startEmbeddedPostgres(name, { durable });
  const { directory } = server;
  const url = await server.database("pegboard");
  await migrate(url);
  const signal = (signalName: NodeJS.Signals) => signalServer(directory, signalName);
  return {
    url,
    directory,
    /** The processes of the server. */
    pids: () => processesOf(readPidFile(directory)?.pid ?? 0),
    /** Returns the URL of a database, which is created if it does not exist. */
    database: (database: string) => server.database(database),
    /** Like a swapping host or a hung disk: connections stay open, but nothing answers. */
    freeze: () => signal("SIGSTOP"),
    thaw: () => signal("SIGCONT"),
    /** Like kill -9 or a power cut. */
    kill: () => signal("SIGKILL"),
    restart: async () => void (server = await startEmbeddedPostgres(name, { durable })),
    async remove(): Promise<void> {
      await server.leave().catch(() => signal("SIGKILL"));
      for (const left of [directory, `${directory}.log`]) fs.rmSync(left, { recursive: true, force: true });
    },
  };
}

export type OwnPostgres = Awaited<ReturnType<typeof startOwnPostgres>>;

/** Sends a signal to all processes of a cluster's server, including those that it starts meanwhile. */
export function signalServer(directory: string, signal: NodeJS.Signals): void {
  const postmaster = readPidFile(directory)?.pid ?? 0;
  const signalled = new Set<number>();
  for (;;) {
    const pids = processesOf(postmaster).filter((pid) => !signalled.has(pid));
    if (pids.length === 0) return;
    for (const pid of pids) signalProcess(pid, signal);
    pids.forEach((pid) => signalled.add(pid));
  }
}

/** The process ids of a server and of its backends. */
export function processesOf(postmaster: number): number[] {
  const { stdout } = spawnSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" });
  const all = stdout
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number));
  return all.flatMap(([pid = 0, parent]) => (pid === postmaster || parent === postmaster ? [pid] : []));
}
