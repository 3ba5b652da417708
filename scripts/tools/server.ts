import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import type { Source } from "@/lib/infra/environment/env";
import { VARIABLES } from "@/lib/infra/environment/variables";
import { isPortFree } from "./ports";
import { NEXT } from "./next";
import { PROJECT } from "./state-directory";
import { UserError } from "./terminal";
import { startWorkers } from "./workers";

/** Time to exit after the grace period. With the default one, the sum is what Docker waits before killing. */
const EXIT_MARGIN_MS = 2000;
/** Node's four threads for files, compression, hashing and name lookups mostly wait: four slow ones block the rest. */
const THREAD_POOL_SIZE = 16;
/**
 * glibc gives every thread a heap of its own, and returns little of the memory that compiling and compressing took
 * there. With two heaps, a process takes a third less memory than with one per thread.
 */
const MALLOC_ARENAS = 2;

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

export interface ServerOptions {
  host: string;
  port: number;
  address: string;
  env: NodeJS.ProcessEnv;
  /** How long a process may take to end before it is killed. */
  endMs: number;
}

/** Starts Next and waits until it answers. Ends with the signal, or with this process. */
export async function startServer(mode: "start" | "dev", variables: Source, signal: AbortSignal): Promise<Server> {
  const { HOST: host = "127.0.0.1", PORT: port = "3000" } = variables;
  const graceSeconds = VARIABLES.shape.SHUTDOWN_GRACE_SECONDS.parse(variables.SHUTDOWN_GRACE_SECONDS);
  const options: ServerOptions = {
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
  if (mode === "start") return startWorkers(options, signal);
  if (variables.PEGBOARD_ROLE === "jobs")
    throw new UserError("npm run dev serves: PEGBOARD_ROLE=jobs is for npm start.");
  return startDevServer(options, signal);
}

async function startDevServer(options: ServerOptions, signal: AbortSignal): Promise<Server> {
  const { host, port, address, env, endMs } = options;
  const child = spawn(process.execPath, [NEXT, "dev", "--hostname", host, "--port", String(port)], {
    cwd: PROJECT,
    env,
    // The channel closes when this process is gone, even by kill -9, which ends the server: see
    // lib/infra/process/shutdown.ts.
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const ended = end(child, signal, endMs);
  const stopped = ended.then(() => Promise.reject(new UserError("The server was stopped.")));
  await Promise.race([stopped, listening(port, host)]);
  return { address, pids: () => [child.pid ?? 0], pagePids: () => [], restart: async () => undefined, ended };
}

async function end(child: ChildProcess, signal: AbortSignal, timeoutMs: number): Promise<void> {
  const exit = new Promise<number | null>((resolve, reject) => child.once("exit", resolve).once("error", reject));
  const stop = () => {
    child.kill("SIGTERM");
    setTimeout(() => child.kill("SIGKILL"), timeoutMs).unref();
  };
  if (signal.aborted) stop();
  signal.addEventListener("abort", stop, { once: true });
  const code = await exit;
  if (!signal.aborted) throw new UserError(`The server ended by itself (${code ?? child.signalCode}): see above.`);
}

/** Waits for a first response. In development it takes until the page is compiled. */
async function listening(port: number, host: string): Promise<void> {
  while (await isPortFree(port, host)) await sleep(100);
}
