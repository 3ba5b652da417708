import { type Decision, boundedSubject, type Claim, decide, prefixOf } from "./limiter";
import { ProcessLimiter } from "./process-limiter";

type Debt = Claim & { calls: number };

/** Counts in this process while the shared limiter is unavailable. */
export class FallbackLimiter extends ProcessLimiter {
  /** Copies the counts from the shared limiter's answers, so that its outage gives nobody a fresh budget. */
  follow(claims: readonly Claim[], answers: readonly Decision[]): void {
    const now = Date.now();
    claims.forEach((claim, n) => {
      const { remaining } = decide("peek", claim, this.counted(claim, now), now).answer;
      const missing = remaining - (answers[n]?.remaining ?? claim.rate.count);
      if (missing > 0) this.add(missing, claim, now);
    });
  }

  /** Records calls that the shared limiter must count once it is available again; negative for refunds. */
  owe(claim: Claim, calls: number): void {
    this.counters.increment(debtOf(claim), calls, { lifetimeMs: claim.rate.seconds * 1000 });
  }

  /** Removes and returns the recorded calls for the claims' budgets. */
  takeOwed(claims: readonly Claim[]): Debt[] {
    if (this.counters.size === 0) return [];
    return claims.flatMap((claim) => {
      const calls = this.counters.read(debtOf(claim)) ?? 0;
      if (calls !== 0) this.owe(claim, -calls);
      return calls > 0 ? [{ ...claim, calls }] : [];
    });
  }
}

const debtOf = ({ budget, subject }: Claim) => `${prefixOf(budget)}.owed:${boundedSubject(subject)}`;
