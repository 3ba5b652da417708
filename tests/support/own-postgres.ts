import { randomBytes } from "node:crypto";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { startEmbeddedPostgres } from "@/scripts/tools/embedded-postgres";
import { migrate } from "@/scripts/tools/migrate";
import { readPidFile } from "@/scripts/tools/postgres/cluster";

/** A migrated database on a server of its own, which tests may freeze and take away without anybody else's harm. */
export async function startOwnPostgres() {
  const name = `test-outage-${process.pid}-${randomBytes(3).toString("hex")}`;
  const server = await startEmbeddedPostgres(name, { durable: false });
  const url = await server.database("pegboard");
  await migrate(url);
  const postmaster = readPidFile(server.directory)?.pid ?? 0;
  const signal = (name: NodeJS.Signals) => processesOf(postmaster).forEach((pid) => process.kill(pid, name));
  return {
    url,
    emptyDatabase: async () => (await startEmbeddedPostgres(name, { durable: false })).database("empty"),
    /** As a host that swaps or a hung disk does: connections stay, and nothing answers. */
    freeze: () => signal("SIGSTOP"),
    thaw: () => signal("SIGCONT"),
    /** As kill -9 or a power cut does. */
    kill: () => signal("SIGKILL"),
    restart: async () => void (await startEmbeddedPostgres(name, { durable: false })),
    async remove(): Promise<void> {
      await server.leave().catch(() => signal("SIGKILL"));
      for (const left of [server.directory, `${server.directory}.log`])
        fs.rmSync(left, { recursive: true, force: true });
    },
  };
}

/** A server and those that it started for its connections. */
function processesOf(postmaster: number): number[] {
  const { stdout } = spawnSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" });
  const all = stdout
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number));
  return all.flatMap(([pid = 0, parent]) => (pid === postmaster || parent === postmaster ? [pid] : []));
}
