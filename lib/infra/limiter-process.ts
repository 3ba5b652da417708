import { Counters } from "./limiter-counters";
import {
  type Answer,
  CHANGES,
  type Claim,
  type Limiter,
  type Question,
  waitUntilAdmitted,
  type Windows,
  windowsOf,
} from "./limiter";

/** Counts in the memory of this process, as the scripts of @upstash/ratelimit count in Redis. */
export class ProcessLimiter implements Limiter {
  constructor(protected readonly counters = new Counters()) {}

  ask(question: Question, claims: readonly Claim[]): Answer[] {
    const answers: Answer[] = [];
    for (const claim of claims) {
      const answer = this.answer(question, claim);
      answers.push(answer);
      if (question === "spend" && !answer.allowed) break;
    }
    return answers;
  }

  private answer(question: Question, claim: Claim): Answer {
    const now = Date.now();
    const windows = windowsOf(claim, now);
    const { count: limit } = claim.rate;
    const before = this.countedIn(windows, now);
    if (question !== "refund" && before >= limit) return this.rejection(windows, { limit, now });
    const change = CHANGES[question] * (claim.calls ?? 1);
    if (change !== 0) this.add(change, windows, now);
    const counted = before + change;
    if (question === "spend" && counted > limit) return this.rejection(windows, { limit, now });
    return {
      allowed: true,
      remaining: Math.max(0, limit - counted),
      reset: now - windows.elapsedMs + windows.windowMs,
    };
  }

  private rejection({ current, previous, ...window }: Windows, { limit, now }: { limit: number; now: number }): Answer {
    const count = (name: string) => this.counters.read(name, now) ?? 0;
    const wait = waitUntilAdmitted({ current: count(current), previous: count(previous), limit, ...window });
    return { allowed: false, remaining: 0, reset: now + wait };
  }

  /** The calls of the current window, and those of the previous one by its remaining overlap. */
  protected countedIn({ current, previous, elapsedMs, windowMs }: Windows, now: number): number {
    const overlap = 1 - elapsedMs / windowMs;
    return Math.floor(overlap * (this.counters.read(previous, now) ?? 0)) + (this.counters.read(current, now) ?? 0);
  }

  protected add(calls: number, { current, windowMs }: Windows, now: number): void {
    this.counters.increment(current, calls, { now, lifetimeMs: windowMs * 2 + 1000 });
  }
}
