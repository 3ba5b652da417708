import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Source } from "@/lib/infra/environment/env";
import { freePort } from "@/scripts/tools/ports";
import type { ServerStarted } from "./server-program";

const READY_WITHIN_MS = 15_000;

/** A server for one test, with the same build, database and secrets as the one that all tests share. */
export interface OwnServer {
  url: string;
  port: number;
  /** The supervising process, without which the others end. */
  process: ChildProcess;
  /** The id of the process that clients connect to. */
  workerPid: number;
  /** Resolves with the exit code and how long the process took to end after the signal. */
  stop(signal: "SIGTERM" | "SIGINT" | "SIGKILL"): Promise<{ code: number | null; ms: number }>;
}

export async function startOwnServer(changes: Source = {}): Promise<OwnServer> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const child = spawn(process.execPath, ["--import", "tsx", path.resolve("tests/support/server-program.ts")], {
    env: {
      ...process.env,
      NODE_ENV: "production",
      HOST: "127.0.0.1",
      PORT: String(port),
      NEXTAUTH_URL: url,
      WEB_CONCURRENCY: "1",
      SHUTDOWN_GRACE_SECONDS: "8",
      ...changes,
    },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const [{ pids }] = (await once(child, "message")) as [ServerStarted];
  await untilReady(url);
  return {
    url,
    port,
    process: child,
    workerPid: pids[0]!,
    async stop(signal) {
      if (child.exitCode !== null) return { code: child.exitCode, ms: 0 };
      const from = performance.now();
      child.kill(signal);
      const [code] = (await once(child, "exit")) as [number | null];
      return { code, ms: performance.now() - from };
    },
  };
}

/**
 * Waits until a server is ready: on a busy machine, it listens before its database has answered. A server that is
 * denied a dependency never becomes ready.
 */
async function untilReady(url: string): Promise<void> {
  for (const end = Date.now() + READY_WITHIN_MS; Date.now() < end; await sleep(100))
    if ((await fetch(`${url}/api/health/ready?strict`)).ok) return;
}
