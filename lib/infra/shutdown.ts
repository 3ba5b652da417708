type Hook = () => Promise<unknown>;

// The server's bundles each have modules of their own, and scripts/serve.mjs has none of them: what is shared is the symbol.
const KEY = Symbol.for("pegboard.shutdown");
const shared = globalThis as typeof globalThis & { [KEY]?: Shutdown };

class Shutdown {
  private readonly hooks = new Set<Hook>();
  private running: Promise<unknown> | undefined;

  add(hook: Hook): void {
    this.hooks.add(hook);
  }

  /** Runs every hook once, all at the same time. */
  run(): Promise<unknown> {
    return (this.running ??= Promise.all([...this.hooks].map((hook) => hook())));
  }
}

/** Registers work to finish when the process is told to end: the server waits for it, as long as its grace time allows. */
export function onShutdown(hook: Hook): void {
  (shared[KEY] ??= new Shutdown()).add(hook);
}

/** Begins the shutdown, where no server of ours does it. */
export function shutdownOnSignal(): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void shared[KEY]?.run());
}
