import { processWide } from "./process-wide";

type Hook = () => Promise<unknown>;

interface Shutdown {
  hooks: Set<Hook>;
  lastHooks: Set<Hook>;
  running?: Promise<unknown>;
}

const shutdown = processWide<Shutdown>("shutdown", () => ({ hooks: new Set(), lastHooks: new Set() }));

/** Registers work to finish before the process ends: the server waits for it within its grace period. */
export function onShutdown(hook: Hook): void {
  shutdown().hooks.add(hook);
}

/** Registers work to run last, after requests and all other hooks, such as sending what they recorded. */
export function onShutdownEnd(hook: Hook): void {
  shutdown().lastHooks.add(hook);
}

/** Runs what `onShutdown` registered, once, and resolves when all of it has finished. */
export async function runShutdownHooks(): Promise<void> {
  await (shutdown().running ??= runAll(shutdown().hooks));
}

export async function runLastShutdownHooks(): Promise<void> {
  await runAll(shutdown().lastHooks);
}

const runAll = (hooks: Iterable<Hook>) => Promise.all(Array.from(hooks, (hook) => hook()));

/** Whether the process is ending, and must not be given more requests. */
export function isShuttingDown(): boolean {
  return shutdown().running !== undefined;
}

/** Begins the shutdown on a signal, on hosts where lib/server does not run. */
export function shutdownOnSignal(): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => void runShutdownHooks().then(runLastShutdownHooks));
}

/**
 * Ends this process when the one that started it is gone, even by kill -9; otherwise it would keep running and hold the
 * port. Does not flush the log: the starter was its reader, and a flush would retry the failing write forever
 * (sonic-boom 4.2).
 */
export function endWithStarter(): void {
  if (process.send === undefined) return;
  const end = () => process.kill(process.pid, "SIGKILL");
  if (process.connected) process.once("disconnect", end);
  else end();
}
