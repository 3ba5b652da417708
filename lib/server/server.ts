import { type ChildProcess, spawn } from "node:child_process";
import os from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { MIN_CONNECTIONS } from "@/lib/infra/database/pool";
import { adoptEnvironment, type Source } from "@/lib/infra/environment/env";
import { VARIABLES } from "@/lib/infra/environment/variables";
import { PROJECT } from "@/lib/infra/process/project";
import { type ServerProgram, serverProgram } from "./bundles";
import { openListeningSocket, openPrivateSocket } from "./listening-socket";
import type { ProcessSettings } from "./process-settings";
import { Supervisor } from "./supervisor";

const READY_TIMEOUT_MS = 120_000;
/** Time to exit after the grace period. With the default one, the sum is what Docker waits before killing. */
const EXIT_MARGIN_MS = 2000;
/** Node's four threads for files, compression, hashing and name lookups mostly wait: four slow ones block the rest. */
const THREAD_POOL_SIZE = 16;
/**
 * glibc gives every thread a heap of its own, and returns little of the memory that compiling and compressing took
 * there. With two heaps, a process takes a third less memory than with one per thread.
 */
const MALLOC_ARENAS = 2;

/** Descriptors before a socket's. The channel closes when this process is gone: see lib/infra/process/shutdown.ts. */
const STDIO = ["ignore", "pipe", "inherit", "ipc"] as const;

export interface Server {
  /** The URL by which this machine reaches it. */
  address: string;
  /** The process ids of the workers that are serving. */
  pids(): number[];
  /** The process ids of the page processes behind them. */
  pagePids(): number[];
  /** Replaces all processes one by one, without failing a request. */
  restart(): Promise<void>;
  /** Resolves when the server was stopped; rejects if it ended by itself. */
  ended: Promise<void>;
}

type OnFault = (message: string, fields: Record<string, unknown>) => void;

export interface ServerOptions {
  host: string;
  port: number;
  address: string;
  env: NodeJS.ProcessEnv;
  /** How long a process may take to end before it is killed. */
  endMs: number;
}

/** Returns what a server's processes are started with, in production as in development. */
export function serverOptions(variables: Source): ServerOptions {
  const { HOST: host = "127.0.0.1", PORT: port = "3000" } = variables;
  const graceSeconds = VARIABLES.shape.SHUTDOWN_GRACE_SECONDS.parse(variables.SHUTDOWN_GRACE_SECONDS);
  return {
    host,
    port: Number(port),
    address: `http://${host === "0.0.0.0" || host === "::" ? "localhost" : host.includes(":") ? `[${host}]` : host}:${port}`,
    env: {
      UV_THREADPOOL_SIZE: String(THREAD_POOL_SIZE),
      MALLOC_ARENA_MAX: String(MALLOC_ARENAS),
      ...(variables as NodeJS.ProcessEnv),
      HOST: host,
      PORT: port,
      SHUTDOWN_GRACE_SECONDS: String(graceSeconds),
    },
    endMs: graceSeconds * 1000 + EXIT_MARGIN_MS,
  };
}

/**
 * Starts the production server, and resolves when it answers, while further workers may still be starting. It ends with
 * the signal, or with this process.
 * @param onFault called with a message and fields for the log when a process ends by itself
 */
export async function startServer(
  variables: Source,
  signal: AbortSignal,
  onFault: OnFault = (message, fields) => console.error(message, fields),
): Promise<Server> {
  const { host, port, address, env, endMs } = serverOptions(variables);
  if (signal.aborted) throw new Error("The server was stopped.");
  const runsOnlyJobs = VARIABLES.shape.PEGBOARD_ROLE.parse(env.PEGBOARD_ROLE || undefined) === "jobs";
  // One process of a machine runs its jobs, so an instance that serves nothing has only that one.
  const pageProcesses = runsOnlyJobs ? 0 : VARIABLES.shape.PAGE_WORKERS.parse(env.PAGE_WORKERS || undefined);
  const workers = runsOnlyJobs ? 1 : workerCount(env, pageProcesses);
  const socket = await openListeningSocket(port, host, workers);
  const pagesSocket = openPrivateSocket();
  const settings = {
    build: env.NEXT_DIST_DIR || ".next",
    host,
    port,
    graceMs: Number(env.SHUTDOWN_GRACE_SECONDS) * 1000,
    isBehindProxy: VARIABLES.shape.TRUSTED_PROXIES.parse(env.TRUSTED_PROXIES || undefined) > 0,
    isDirect: VARIABLES.shape.DIRECT_MOUNT.parse(env.DIRECT_MOUNT || undefined),
    workers,
    pageProcesses,
    pagesSocket: pagesSocket.path,
  };
  let isShown = false; // Next's own greeting is omitted: ours says more
  const spawnProgram = (program: ServerProgram, descriptors: number[]) => {
    const child = spawnInheriting(program, env, { ...settings, descriptors });
    child.stdout?.on("data", (chunk: Buffer) => isShown && process.stdout.write(chunk));
    return child;
  };
  const supervisor = new Supervisor({
    workers: { count: workers, spawn: () => spawnProgram(runsOnlyJobs ? "jobs" : "worker", socket.descriptors) },
    pageProcesses: { count: pageProcesses, spawn: () => spawnProgram("pages", pagesSocket.descriptors) },
    drainMs: endMs,
    onFault,
  });
  let stopped: Promise<void> | undefined;
  // While stopping, this process answers in place of the workers.
  adoptEnvironment(env);
  const stop = () => (stopped ??= socket.rejectConnectionsUntil(supervisor.stop()).finally(() => pagesSocket.close()));
  signal.addEventListener("abort", () => void stop(), { once: true });
  try {
    await supervisor.start();
    await answering(address, signal);
  } catch (error) {
    await stop();
    throw error;
  }
  isShown = true;
  return {
    address,
    pids: () => supervisor.pids,
    pagePids: () => supervisor.pagePids,
    restart: () => supervisor.restart(),
    ended: supervisor.ended.then(() => stopped),
  };
}

/** One worker per processor unless WEB_CONCURRENCY is set, limited by the connections to the database. */
function workerCount(variables: NodeJS.ProcessEnv, pageProcesses: number): number {
  const asked = VARIABLES.shape.WEB_CONCURRENCY.parse(variables.WEB_CONCURRENCY || undefined);
  const connections = VARIABLES.shape.DATABASE_POOL_MAX.parse(variables.DATABASE_POOL_MAX || undefined);
  const most = Math.floor(connections / MIN_CONNECTIONS) - pageProcesses;
  return asked ?? Math.max(1, Math.min(os.availableParallelism(), most));
}

function spawnInheriting(
  program: ServerProgram,
  env: NodeJS.ProcessEnv,
  { descriptors, ...settings }: ProcessSettings,
): ChildProcess {
  // The socket's descriptors follow the standard ones.
  const inherited = descriptors.map((_, n) => STDIO.length + n);
  const given: ProcessSettings = { ...settings, descriptors: inherited };
  const args = [serverProgram(settings.build, program), JSON.stringify(given)];
  // Read by Next's configuration. The workers compress responses.
  const variables = { ...env, NEXT_COMPRESS: "no" };
  return spawn(process.execPath, args, { cwd: PROJECT, env: variables, stdio: [...STDIO, ...descriptors] });
}

/** Called once a worker listens; before that, another program on the port might answer. */
async function answering(address: string, signal: AbortSignal): Promise<void> {
  for (const deadline = Date.now() + READY_TIMEOUT_MS; Date.now() < deadline && !signal.aborted; await sleep(50)) {
    const answer = await fetch(`${address}/api/health/live`).catch((error: Error) => {
      // Browsers block the same ports, and would not open the site either.
      if ((error.cause as Error | undefined)?.message === "bad port")
        throw new Error(`Browsers refuse the port of ${address}: choose another one with PORT.`);
    });
    if (answer?.ok) return;
  }
  throw new Error(signal.aborted ? "The server was stopped." : `The server does not answer at ${address}.`);
}
