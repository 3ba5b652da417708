import { Counters } from "./counters";
import {
  type Decision,
  type Claim,
  type Counted,
  counterOf,
  decide,
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
