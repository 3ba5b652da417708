import type { LimiterStore } from "./limiter-store";

interface Counter {
  value: number;
  expiresAt: number;
}

type Twin = (store: MemoryLimiterStore, keys: string[], args: number[]) => [remaining: number, limit: number];

/** Beyond this many counters of a budget its oldest go: a flood of addresses fills no memory, and pushes out no other budget's. 10 MB each. */
const MOST_COUNTERS = 50_000;
const SWEEP_EVERY_MS = 10_000;

/** Counts in the process, for a deployment of one: the limiter's Redis scripts, said again in TypeScript. */
export class MemoryLimiterStore implements LimiterStore {
  /** By budget, which is what a key says before its first colon. */
  private readonly budgets = new Map<string, Map<string, Counter>>();
  private nextSweep = 0;

  constructor(private readonly mostCounters = MOST_COUNTERS) {}

  get size(): number {
    return [...this.budgets.values()].reduce((sum, counters) => sum + counters.size, 0);
  }

  async evalsha(hash: string, keys: string[], args: unknown[]): Promise<unknown> {
    const twin = TWINS[hash];
    // Not NOSCRIPT, which would make the library send the script itself: nobody here could run it.
    if (!twin) throw new Error(`The limiter script ${hash} has no twin in the process`);
    return twin(this, keys, args.map(Number));
  }

  async eval(): Promise<unknown> {
    throw new Error("The process runs the twins of known limiter scripts, and no others");
  }

  async get(key: string): Promise<number | null> {
    return this.read(key) ?? null;
  }

  read(key: string): number | undefined {
    const counter = this.countersOf(key).get(key);
    return counter && counter.expiresAt > Date.now() ? counter.value : undefined;
  }

  /** As Redis has it, the lifetime is set by the first write alone. */
  increment(key: string, by: number, lifetimeMs: number): number {
    const now = Date.now();
    const counters = this.countersOf(key);
    const counter = counters.get(key);
    if (counter && counter.expiresAt > now) return (counter.value += by);
    this.makeRoom(counters, now);
    counters.set(key, { value: by, expiresAt: now + lifetimeMs });
    return by;
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
    if (now >= this.nextSweep) {
      this.nextSweep = now + SWEEP_EVERY_MS;
      for (const each of this.budgets.values())
        for (const [key, { expiresAt }] of each) if (expiresAt <= now) each.delete(key);
    }
    for (const oldest of counters.keys()) {
      if (counters.size < this.mostCounters) return;
      counters.delete(oldest);
    }
  }
}

/** By the SHA-1 of the script that @upstash/ratelimit 2.2.0 sends; another release's scripts are unknown here, and throw. */
const TWINS: Record<string, Twin> = {
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

/** What still counts of the window before this one. */
function weightOf(store: MemoryLimiterStore, previous: string, now: number, window: number): number {
  return Math.floor((1 - (now % window) / window) * (store.read(previous) ?? 0));
}
