type Hook = () => Promise<unknown>;

// Next's bundles and the server (lib/server) each have a copy of this module: they share the registry through its
// symbol.
const KEY = Symbol.for("pegboard.shutdown");
const shared = globalThis as typeof globalThis & { [KEY]?: Shutdown };

class Shutdown {
  private readonly hooks = new Set<Hook>();
  private readonly lastHooks = new Set<Hook>();
  private running: Promise<unknown> | undefined;

  add(hook: Hook): void {
    this.hooks.add(hook);
  }

  addLast(hook: Hook): void {
    this.lastHooks.add(hook);
  }

  get isUnderWay(): boolean {
    return this.running !== undefined;
  }

  /** Runs every hook once, all concurrently. */
  run(): Promise<unknown> {
    return (this.running ??= Promise.all([...this.hooks].map((hook) => hook())));
  }

  async runLast(): Promise<void> {
    await Promise.all([...this.lastHooks].map((hook) => hook()));
  }
}

/** Registers work to finish before the process ends: the server waits for it within its grace period. */
export function onShutdown(hook: Hook): void {
  (shared[KEY] ??= new Shutdown()).add(hook);
}

/** Registers work to run last, after requests and all other hooks, such as sending what they recorded. */
export function onShutdownEnd(hook: Hook): void {
  (shared[KEY] ??= new Shutdown()).addLast(hook);
}

/** Runs what `onShutdown` registered, and resolves when all of it has finished. */
export async function runShutdownHooks(): Promise<void> {
  await (shared[KEY] ??= new Shutdown()).run();
}

/** Runs what `onShutdownEnd` registered, and resolves when all of it has finished. */
export async function runLastShutdownHooks(): Promise<void> {
  await shared[KEY]?.runLast();
}

/** Whether the process is ending, and must not be given more requests. */
export function isShuttingDown(): boolean {
  return shared[KEY]?.isUnderWay ?? false;
}

/** Begins the shutdown on a signal, on hosts where lib/server does not run. */
export function shutdownOnSignal(): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => void runShutdownHooks().then(runLastShutdownHooks));
}
