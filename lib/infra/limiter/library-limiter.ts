import { Ratelimit } from "@upstash/ratelimit";
import { withTimeout } from "@/lib/infra/timeout";
import {
  type Decision,
  boundedSubject,
  CHANGES,
  type Claim,
  counterOf,
  type Limiter,
  prefixOf,
  type Question,
  rejection,
  windowAt,
} from "./limiter";
import { type LimiterStore, STORE_TIMEOUT_MS } from "./store";

/** Counts in Redis with @upstash/ratelimit, and adds the exact duration of a rejection. */
export class LibraryLimiter implements Limiter {
  private readonly budgets = new Map<string, Ratelimit>();

  constructor(private readonly store: LimiterStore) {}

  async ask(question: Question, claims: readonly Claim[]): Promise<Decision[]> {
    const answers: Decision[] = [];
    for (const claim of claims) {
      const answer = await withTimeout(this.answer(question, claim), STORE_TIMEOUT_MS);
      answers.push(answer);
      if (question === "spend" && !answer.allowed) break;
    }
    return answers;
  }

  private async answer(question: Question, claim: Claim): Promise<Decision> {
    const library = this.libraryFor(claim);
    const subject = boundedSubject(claim.subject);
    if (question === "peek") {
      const { remaining, reset } = await library.getRemaining(subject);
      return remaining > 0 ? { allowed: true, remaining, reset } : this.rejection(claim);
    }
    const { success, remaining, reset } = await library.limit(subject, {
      rate: CHANGES[question] * (claim.calls ?? 1),
    });
    return success || question === "refund" ? { allowed: true, remaining, reset } : this.rejection(claim);
  }

  /** The library reports the end of the window, which may be a minute after the next call is admitted. */
  private async rejection(claim: Claim): Promise<Decision> {
    const now = Date.now();
    const name = counterOf(claim);
    const window = windowAt(claim.rate, now);
    const [current, previous] = await Promise.all([window, window - 1].map((nth) => this.store.get(`${name}:${nth}`)));
    return rejection(claim, { current: Number(current), previous: Number(previous) }, now);
  }

  private libraryFor({ budget, rate }: Claim): Ratelimit {
    const known = this.budgets.get(budget);
    if (known) return known;
    const library = new Ratelimit({
      redis: this.store as unknown as ConstructorParameters<typeof Ratelimit>[0]["redis"],
      limiter: Ratelimit.slidingWindow(rate.count, `${rate.seconds} s`),
      prefix: prefixOf(budget),
      // The library's cache of rejected subjects keeps rejecting them for up to one window too long.
      ephemeralCache: false,
      // On a timeout the library would report success.
      timeout: 0,
      analytics: false,
      enableTelemetry: false,
    });
    this.budgets.set(budget, library);
    return library;
  }
}
