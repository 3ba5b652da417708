import { createHash } from "node:crypto";
import type { Rate } from "@/lib/infra/environment/variables";

/** Calls that one subject requests from one budget. */
export interface BudgetRequest {
  budget: string;
  subject: string;
  rate: Rate;
  /** How many calls; 1 by default. */
  calls?: number;
}

export interface Decision {
  allowed: boolean;
  remaining: number;
  /** In Unix time: when the window ends or, after a rejection, when the next call is admitted. */
  resetAtMs: number;
}

/** The actions, and how each changes the count per call. */
export const CHANGES = { spend: 1, peek: 0, refund: -1 } as const;

export type BudgetAction = keyof typeof CHANGES;

/** Counts calls in sliding windows. */
export interface Limiter {
  /** Decides the requests in order. When spending, stops after the first that is rejected. */
  apply(action: BudgetAction, requests: readonly BudgetRequest[]): Promise<Decision[]> | Decision[];
}

export const prefixOf = (budget: string) => `pegboard.limit.${budget}`;

const LONGEST_SUBJECT = 64;

/** Bounds the length of a subject, because subjects that people type, such as a login, may have any length. */
export function boundedSubject(subject: string): string {
  return subject.length <= LONGEST_SUBJECT ? subject : createHash("sha256").update(subject).digest("hex");
}

/** Returns the name of a request's counter, without the number of a window. */
export const counterOf = ({ budget, subject }: BudgetRequest) => `${prefixOf(budget)}:${boundedSubject(subject)}`;

/** Returns the number of the window that contains `now`. */
export const windowAt = ({ seconds }: Rate, now: number) => Math.floor(now / (seconds * 1000));

export interface Counted {
  current: number;
  previous: number;
}

/**
 * Decides a request from the counts. The previous window counts in proportion to its remaining overlap, rounded down: a
 * call is admitted while `floor((1 - elapsed / window) * previous) + current < limit`.
 * @returns the decision, and how many calls to count in the current window
 */
export function decide(
  action: BudgetAction,
  request: BudgetRequest,
  { current, previous }: Counted,
  now: number,
): { decision: Decision; change: number } {
  const limit = request.rate.count;
  const windowMs = request.rate.seconds * 1000;
  const elapsedMs = now % windowMs;
  const before = Math.floor((1 - elapsedMs / windowMs) * previous) + current;
  const change = CHANGES[action] * (request.calls ?? 1);
  if (action !== "refund" && before >= limit)
    return { decision: rejection(request, { current, previous }, now), change: 0 };
  if (action === "spend" && before + change > limit)
    return { decision: rejection(request, { current: current + change, previous }, now), change };
  const remaining = Math.max(0, limit - before - change);
  return { decision: { allowed: true, remaining, resetAtMs: now - elapsedMs + windowMs }, change };
}

/** Rejects a request, with the time at which the next call is admitted if no other comes before. */
export function rejection({ rate }: BudgetRequest, { current, previous }: Counted, now: number): Decision {
  const limit = rate.count;
  const windowMs = rate.seconds * 1000;
  const start = now - (now % windowMs);
  const resetAtMs =
    current < limit
      ? start + firstAdmitted(previous, limit - current, windowMs)
      : start + windowMs + firstAdmitted(current, limit, windowMs);
  return { allowed: false, remaining: 0, resetAtMs: Math.max(now, resetAtMs) };
}

/** Returns the first millisecond of a window at which the previous window's share leaves room for a call. */
function firstAdmitted(previous: number, room: number, windowMs: number): number {
  return previous < room ? 0 : Math.floor((windowMs * (previous - room)) / previous) + 1;
}

/** Counts in the memory of this process with the same algorithm as the Redis scripts of @upstash/ratelimit. */
export class ProcessLimiter implements Limiter {
  constructor(protected readonly counters = new Counters()) {}

  apply(action: BudgetAction, requests: readonly BudgetRequest[]): Decision[] {
    const decisions: Decision[] = [];
    for (const request of requests) {
      const now = Date.now();
      const { decision, change } = decide(action, request, this.counted(request, now), now);
      if (change !== 0) this.add(change, request, now);
      decisions.push(decision);
      if (action === "spend" && !decision.allowed) break;
    }
    return decisions;
  }

  counted(request: BudgetRequest, now: number): Counted {
    const window = windowAt(request.rate, now);
    const count = (nth: number) => this.counters.read(nameOf(request, nth), now) ?? 0;
    return { current: count(window), previous: count(window - 1) };
  }

  add(calls: number, request: BudgetRequest, now: number): void {
    const lifetimeMs = request.rate.seconds * 2000 + 1000;
    this.counters.increment(nameOf(request, windowAt(request.rate, now)), calls, { now, lifetimeMs });
  }

  /** Uncounts calls of a window that were not made after all, if that window still counts. */
  uncount(calls: number, request: BudgetRequest, window: number): void {
    const name = nameOf(request, window);
    if (this.counters.read(name) !== undefined) this.counters.increment(name, -calls, { lifetimeMs: 0 });
  }
}

const nameOf = (request: BudgetRequest, window: number) => `${counterOf(request)}:${window}`;

interface Counter {
  value: number;
  expiresAt: number;
}

/** Per budget (about 10 MB), the oldest dropped: a flood of addresses neither fills memory nor evicts other budgets. */
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

type Debt = BudgetRequest & { calls: number };

/** Counts in this process while the shared limiter is unavailable. */
export class FallbackLimiter extends ProcessLimiter {
  /** Copies the counts from the shared limiter's decisions, so that its outage gives nobody a fresh budget. */
  follow(requests: readonly BudgetRequest[], decisions: readonly Decision[]): void {
    const now = Date.now();
    requests.forEach((request, n) => {
      const { remaining } = decide("peek", request, this.counted(request, now), now).decision;
      const missing = remaining - (decisions[n]?.remaining ?? request.rate.count);
      if (missing > 0) this.add(missing, request, now);
    });
  }

  /** Records calls that the shared limiter must count once it is available again; negative for refunds. */
  owe(request: BudgetRequest, calls: number): void {
    this.counters.increment(debtOf(request), calls, { lifetimeMs: request.rate.seconds * 1000 });
  }

  /** Removes and returns the recorded calls for the requests' budgets. */
  takeOwed(requests: readonly BudgetRequest[]): Debt[] {
    if (this.counters.size === 0) return [];
    return requests.flatMap((request) => {
      const calls = this.counters.read(debtOf(request)) ?? 0;
      if (calls !== 0) this.owe(request, -calls);
      return calls > 0 ? [{ ...request, calls }] : [];
    });
  }
}

const debtOf = ({ budget, subject }: BudgetRequest) => `${prefixOf(budget)}.owed:${boundedSubject(subject)}`;
