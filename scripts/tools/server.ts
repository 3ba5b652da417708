import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Source } from "@/lib/infra/env";
import { VARIABLES } from "@/lib/infra/env-variables";
import { isPortFree } from "./ports";
import { openListeningSocket } from "./listening-socket";
import { NEXT } from "./next";
import { PROJECT } from "./state-directory";
import { UserError } from "./terminal";

/** The entry of lib/server. */
const SERVE = path.join(PROJECT, "scripts/serve.mjs");
const READY_TIMEOUT_MS = 120_000;
/** What the server needs to exit after its grace time. With the default of that, what Docker waits before it kills. */
const EXIT_MARGIN_MS = 2000;
/**
 * Node has four threads for files, compression, password hashes and name lookups. These wait more than they compute,
 * and four slow ones would hold up all others.
 */
const THREAD_POOL_SIZE = 16;

/** The channel tells the server when this process is gone, even by kill -9: see instrumentation-node.ts. */
const STDIO = ["ignore", "pipe", "inherit", "ipc"] as const;

export interface Server {
  /** Where this machine reaches it. */
  address: string;
  /** The process that serves. */
  pid: number;
  /** Resolves when it was stopped; rejects when it ended by itself. */
  ended: Promise<void>;
}

/** Starts Next and waits until it answers. Ends with the signal, or with this process. */
export async function startServer(mode: "start" | "dev", variables: Source, signal: AbortSignal): Promise<Server> {
  const { HOST: host = "127.0.0.1", PORT: port = "3000" } = variables;
  const graceSeconds = VARIABLES.shape.SHUTDOWN_GRACE_SECONDS.parse(variables.SHUTDOWN_GRACE_SECONDS);
  const socket = mode === "start" ? await openListeningSocket(Number(port), host) : undefined;
  const descriptors = socket?.descriptors ?? [];
  const program =
    mode === "dev" ? [NEXT, "dev", "--hostname", host, "--port", port] : [SERVE, ...inherited(descriptors)];
  const child = spawn(process.execPath, program, {
    cwd: PROJECT,
    env: {
      UV_THREADPOOL_SIZE: String(THREAD_POOL_SIZE),
      ...(variables as NodeJS.ProcessEnv),
      HOST: host,
      PORT: port,
      SHUTDOWN_GRACE_SECONDS: String(graceSeconds),
    },
    stdio: [...STDIO, ...descriptors],
  });
  socket?.release();
  let isShown = mode === "dev"; // Next's own greeting is left out: ours says more
  child.stdout?.on("data", (chunk: Buffer) => isShown && process.stdout.write(chunk));
  const ended = end(child, signal, graceSeconds * 1000 + EXIT_MARGIN_MS);
  const address = `http://${host === "0.0.0.0" || host === "::" ? "localhost" : host.includes(":") ? `[${host}]` : host}:${port}`;
  await Promise.race([
    ended.then(() => Promise.reject(new UserError("The server was stopped."))),
    mode === "dev" ? listening(Number(port), host) : once(child, "message").then(() => answering(address)),
  ]);
  isShown = true;
  return { address, pid: child.pid ?? 0, ended };
}

/** The numbers of the descriptors in the child: they follow its standard ones. */
function inherited(descriptors: number[]): string[] {
  return descriptors.map((_, n) => String(STDIO.length + n));
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

/** In development the first answer waits until its page is compiled. */
async function listening(port: number, host: string): Promise<void> {
  while (await isPortFree(port, host)) await sleep(100);
}

/** Asked once the server has said that it listens: before, another that has the port would answer. */
async function answering(address: string): Promise<void> {
  for (const deadline = Date.now() + READY_TIMEOUT_MS; Date.now() < deadline; await sleep(50)) {
    const answer = await fetch(`${address}/api/health/live`).catch(() => undefined);
    if (answer?.ok) return;
  }
  throw new UserError(`The server does not answer at ${address}.`);
}
