import { spawn } from "node:child_process";
import fs from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort, isPortFree } from "@/scripts/tools/ports";
import { lastPort } from "./cluster";
import type { ServerUser } from "./server-user";

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
