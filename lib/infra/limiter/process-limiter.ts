import {
  type Claim,
  type Counted,
  counterOf,
  decide,
  type Decision,
  type Limiter,
  type Question,
  windowAt,
} from "./limiter";

/** Counts in the memory of this process with the same algorithm as the Redis scripts of @upstash/ratelimit. */
export class ProcessLimiter implements Limiter {
  constructor(protected readonly counters = new Counters()) {}

  ask(question: Question, claims: readonly Claim[]): Decision[] {
    const answers: Decision[] = [];
    for (const claim of claims) {
      const now = Date.now();
      const { answer, change } = decide(question, claim, this.counted(claim, now), now);
      if (change !== 0) this.add(change, claim, now);
      answers.push(answer);
      if (question === "spend" && !answer.allowed) break;
    }
    return answers;
  }

  /** Returns the counts for a claim. */
  counted(claim: Claim, now: number): Counted {
    const window = windowAt(claim.rate, now);
    const count = (nth: number) => this.counters.read(nameOf(claim, nth), now) ?? 0;
    return { current: count(window), previous: count(window - 1) };
  }

  add(calls: number, claim: Claim, now: number): void {
    const lifetimeMs = claim.rate.seconds * 2000 + 1000;
    this.counters.increment(nameOf(claim, windowAt(claim.rate, now)), calls, { now, lifetimeMs });
  }

  /** Uncounts calls of a window that were not made after all, if that window still counts. */
  uncount(calls: number, claim: Claim, window: number): void {
    const name = nameOf(claim, window);
    if (this.counters.read(name) !== undefined) this.counters.increment(name, -calls, { lifetimeMs: 0 });
  }
}

const nameOf = (claim: Claim, window: number) => `${counterOf(claim)}:${window}`;

interface Counter {
  value: number;
  expiresAt: number;
}

/**
 * Maximum counters per budget (about 10 MB); the oldest are dropped. So a flood of addresses can neither exhaust memory
 * nor evict another budget's counters.
 */
const MAX_COUNTERS = 50_000;
const CLEANUP_EVERY_MS = 10_000;

/** Counters that expire, in the memory of this process. */
export class Counters {
  /** By budget, which is the part of a name before the first colon. */
  private readonly budgets = new Map<string, Map<string, Counter>>();
  private nextCleanup = 0;

  constructor(private readonly maxCounters = MAX_COUNTERS) {}

  get size(): number {
    return [...this.budgets.values()].reduce((sum, counters) => sum + counters.size, 0);
  }

  read(name: string, now = Date.now()): number | undefined {
    const counter = this.countersOf(name).get(name);
    return counter && counter.expiresAt > now ? counter.value : undefined;
  }

  /** As in Redis, only the first write sets the lifetime. */
  increment(name: string, by: number, { lifetimeMs, now = Date.now() }: { lifetimeMs: number; now?: number }): number {
    const counters = this.countersOf(name);
    const counter = counters.get(name);
    if (counter && counter.expiresAt > now) return (counter.value += by);
    this.makeRoom(counters, now);
    counters.set(name, { value: by, expiresAt: now + lifetimeMs });
    return by;
  }

  private countersOf(name: string): Map<string, Counter> {
    const budget = name.slice(0, name.indexOf(":"));
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
