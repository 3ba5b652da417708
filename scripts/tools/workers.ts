import { type ChildProcess, spawn } from "node:child_process";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { MIN_CONNECTIONS } from "@/lib/infra/database-pool";
import { VARIABLES } from "@/lib/infra/env-variables";
import { Supervisor } from "@/lib/server/supervisor";
import { openListeningSocket } from "./listening-socket";
import type { Server, ServerOptions } from "./server";
import { PROJECT } from "./state-directory";
import { say, UserError } from "./terminal";

/** The entry of lib/server. */
const SERVE = path.join(PROJECT, "scripts/serve.mjs");
const READY_TIMEOUT_MS = 120_000;

/**
 * Descriptors that a worker inherits before those of the socket. The channel closes when this process is gone, even by
 * kill -9: see instrumentation-node.ts.
 */
const STDIO = ["ignore", "pipe", "inherit", "ipc"] as const;

/** Starts the production server, and resolves when it answers: further workers may still be starting. */
export async function startWorkers(
  { host, port, address, env, endMs }: ServerOptions,
  signal: AbortSignal,
): Promise<Server> {
  if (signal.aborted) throw new UserError("The server was stopped.");
  const workers = workerCount(env);
  const socket = await openListeningSocket(port, host, workers);
  let isShown = false; // Next's own greeting is left out: ours says more
  const supervisor = new Supervisor({
    workers,
    drainMs: endMs,
    onFault: (message, fields) =>
      say({ level: "error", message, text: `${message} ${JSON.stringify(fields)}`, ...fields }),
    spawn: () => {
      const child = spawnWorker({ ...env, WEB_CONCURRENCY: String(workers) }, socket.descriptors);
      child.stdout?.on("data", (chunk: Buffer) => isShown && process.stdout.write(chunk));
      return child;
    },
  });
  let stopped: Promise<void> | undefined;
  // This process answers in their stead when it stops them. Assigned, what is unset would become the text "undefined".
  for (const [name, value] of Object.entries(env)) if (value !== undefined) process.env[name] = value;
  const stop = () => (stopped ??= socket.refuseUntil(supervisor.stop()));
  signal.addEventListener("abort", () => void stop(), { once: true });
  try {
    await supervisor.start();
    await answering(address, signal);
  } catch (error) {
    await stop();
    throw new UserError((error as Error).message);
  }
  isShown = true;
  return {
    address,
    pids: () => supervisor.pids,
    restart: () => supervisor.restart(),
    ended: supervisor.ended.then(() => stopped),
  };
}

/** One worker a processor unless WEB_CONCURRENCY says otherwise, as far as the connections to the database go. */
function workerCount(variables: NodeJS.ProcessEnv): number {
  const asked = VARIABLES.shape.WEB_CONCURRENCY.parse(variables.WEB_CONCURRENCY || undefined);
  const connections = VARIABLES.shape.DATABASE_POOL_MAX.parse(variables.DATABASE_POOL_MAX || undefined);
  return asked ?? Math.max(1, Math.min(os.availableParallelism(), Math.floor(connections / MIN_CONNECTIONS)));
}

function spawnWorker(env: NodeJS.ProcessEnv, descriptors: number[]): ChildProcess {
  // The socket's descriptors follow the standard ones.
  const inherited = descriptors.map((_, n) => String(STDIO.length + n));
  return spawn(process.execPath, [SERVE, ...inherited], { cwd: PROJECT, env, stdio: [...STDIO, ...descriptors] });
}

/** Called once a worker listens: before, another program on the port would answer. */
async function answering(address: string, signal: AbortSignal): Promise<void> {
  for (const deadline = Date.now() + READY_TIMEOUT_MS; Date.now() < deadline && !signal.aborted; await sleep(50)) {
    const answer = await fetch(`${address}/api/health/live`).catch(() => undefined);
    if (answer?.ok) return;
  }
  throw new UserError(signal.aborted ? "The server was stopped." : `The server does not answer at ${address}.`);
}
