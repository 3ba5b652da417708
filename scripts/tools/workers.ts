import { type ChildProcess, spawn } from "node:child_process";
import os from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { MIN_CONNECTIONS } from "@/lib/infra/database/pool";
import { VARIABLES } from "@/lib/infra/environment/variables";
import type { ProcessSettings } from "@/lib/server/process-settings";
import { Supervisor } from "@/lib/server/supervisor";
import { openListeningSocket, openPrivateSocket } from "./listening-socket";
import type { Server, ServerOptions } from "./server";
import { type ServerProgram, serverProgram } from "./server-bundles";
import { PROJECT } from "./state-directory";
import { say, UserError } from "./terminal";

const READY_TIMEOUT_MS = 120_000;

/** Descriptors before a socket's. The channel closes when this process is gone: see lib/infra/process/shutdown.ts. */
const STDIO = ["ignore", "pipe", "inherit", "ipc"] as const;

/** Starts the production server, and resolves when it answers, while further workers may still be starting. */
export async function startWorkers(
  { host, port, address, env, endMs }: ServerOptions,
  signal: AbortSignal,
): Promise<Server> {
  if (signal.aborted) throw new UserError("The server was stopped.");
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
    onFault: (message, fields) =>
      say({ level: "error", message, text: `${message} ${JSON.stringify(fields)}`, ...fields }),
  });
  let stopped: Promise<void> | undefined;
  // While stopping, this process answers in place of the workers, and needs their environment. Skips undefined values,
  // which an assignment would turn into the text "undefined".
  for (const [name, value] of Object.entries(env)) if (value !== undefined) process.env[name] = value;
  const stop = () => (stopped ??= socket.rejectConnectionsUntil(supervisor.stop()).finally(() => pagesSocket.close()));
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
        throw new UserError(`Browsers refuse the port of ${address}: choose another one with PORT.`);
    });
    if (answer?.ok) return;
  }
  throw new UserError(signal.aborted ? "The server was stopped." : `The server does not answer at ${address}.`);
}
