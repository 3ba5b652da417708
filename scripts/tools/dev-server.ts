import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import type { Source } from "@/lib/infra/environment/env";
import { PROJECT } from "@/lib/infra/process/project";
import { type Server, serverOptions } from "@/lib/server/server";
import { NEXT } from "./next";
import { isPortFree } from "./ports";
import { UserError } from "./terminal";

/** Starts Next with hot reload, and waits until it listens. It ends with the signal, or with this process. */
export async function startDevServer(variables: Source, signal: AbortSignal): Promise<Server> {
  if (variables.PEGBOARD_ROLE === "jobs")
    throw new UserError("npm run dev serves: PEGBOARD_ROLE=jobs is for npm start.");
  const { host, port, address, env, endMs } = serverOptions(variables);
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
