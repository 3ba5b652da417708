import type { LimiterStore } from "./limiter-store";

interface Counter {
  value: number;
  expiresAt: number;
}

type ScriptFunction = (store: MemoryLimiterStore, keys: string[], args: number[]) => [remaining: number, limit: number];

/**
 * Maximum counters of a budget (about 10 MB); the oldest are dropped. A flood of addresses can neither fill the memory
 * nor evict another budget's counters.
 */
const MAX_COUNTERS = 50_000;
const CLEANUP_EVERY_MS = 10_000;

/** Counts in this process, for single-process deployments: the limiter's Redis scripts reimplemented in TypeScript. */
export class MemoryLimiterStore implements LimiterStore {
  /** Counters by budget, which is the part of a key before the first colon. */
  private readonly budgets = new Map<string, Map<string, Counter>>();
  private nextCleanup = 0;

  constructor(private readonly maxCounters = MAX_COUNTERS) {}

  get size(): number {
    return [...this.budgets.values()].reduce((sum, counters) => sum + counters.size, 0);
  }

  async evalsha(hash: string, keys: string[], args: unknown[]): Promise<unknown> {
    const script = SCRIPTS[hash];
    // Not NOSCRIPT, on which the library would send the script itself, which cannot run here.
    if (!script) throw new Error(`The limiter script ${hash} is not implemented in this process`);
    return script(this, keys, args.map(Number));
  }

  async eval(): Promise<unknown> {
    throw new Error("This process only runs the limiter scripts that it implements");
  }

  async get(key: string): Promise<number | null> {
    return this.read(key) ?? null;
  }

  read(key: string): number | undefined {
    const counter = this.countersOf(key).get(key);
    return counter && counter.expiresAt > Date.now() ? counter.value : undefined;
  }

  /** As in Redis, only the first write sets the lifetime. */
  increment(key: string, by: number, lifetimeMs: number): number {
    const now = Date.now();
    const counters = this.countersOf(key);
    const counter = counters.get(key);
    if (counter && counter.expiresAt > now) return (counter.value += by);
    this.makeRoom(counters, now);
    counters.set(key, { value: by, expiresAt: now + lifetimeMs });
    return by;
  }

  /** Counts up to what another store has counted over both windows, if that is more. */
  raise(total: number, { current, previous, windowMs }: { current: string; previous: string; windowMs: number }): void {
    const missing = total - weightOf(this, previous, Date.now(), windowMs) - (this.read(current) ?? 0);
    if (missing > 0) this.increment(current, missing, windowMs * 2 + 1000);
  }

  private countersOf(key: string): Map<string, Counter> {
    const budget = key.slice(0, key.indexOf(":"));
    const known = this.budgets.get(budget);
    if (known) return known;
    const counters = new Map<string, Counter>();
    this.budgets.set(budget, counters);
    return counters;
  }

  private makeRoom(counters: Map<string, Counter>, now: number): void {
    if (now >= this.nextCleanup) {
      this.nextCleanup = now + CLEANUP_EVERY_MS;
      for (const each of this.budgets.values())
        for (const [key, { expiresAt }] of each) if (expiresAt <= now) each.delete(key);
    }
    for (const oldest of counters.keys()) {
      if (counters.size < this.maxCounters) return;
      counters.delete(oldest);
    }
  }
}

/**
 * Keyed by the SHA-1 of the script that @upstash/ratelimit 2.2.0 sends; scripts of other releases are unknown and
 * throw.
 */
const SCRIPTS: Record<string, ScriptFunction> = {
  // slidingWindow.limit
  "74740bb3d7792848093cdef586b6b6037c455fd6": (
    store,
    [current = "", previous = ""],
    [limit = 0, now = 0, window = 0, by = 0],
  ) => {
    const weighted = weightOf(store, previous, now, window);
    if (by > 0 && weighted + (store.read(current) ?? 0) >= limit) return [-1, limit];
    return [limit - (store.increment(current, by, window * 2 + 1000) + weighted), limit];
  },
  // slidingWindow.getRemaining
  "7ca36169e0fc9caedd81b4eef8e99854c157f9b5": (
    store,
    [current = "", previous = ""],
    [limit = 0, now = 0, window = 0],
  ) => [limit - (weightOf(store, previous, now, window) + (store.read(current) ?? 0)), limit],
};

/** Returns the weight of the previous window. */
function weightOf(store: MemoryLimiterStore, previous: string, now: number, window: number): number {
  return Math.floor((1 - (now % window) / window) * (store.read(previous) ?? 0));
}
