import { createHash } from "node:crypto";
import { Ratelimit } from "@upstash/ratelimit";
import type { Rate } from "./env-variables";
import type { LimiterStore } from "./limiter-store";
import type { MemoryLimiterStore } from "./limiter-store-memory";

export interface Answer {
  allowed: boolean;
  remaining: number;
  /** Unix milliseconds: when the window ends or, after a rejection, when the next call is admitted. */
  reset: number;
}

/** A sliding-window limiter: @upstash/ratelimit, with the exact duration of a rejection. */
export class Limiter<Store extends LimiterStore = LimiterStore> {
  private readonly library: Ratelimit;

  constructor(
    protected readonly store: Store,
    protected readonly prefix: string,
    protected readonly rate: Rate,
  ) {
    this.library = new Ratelimit({
      redis: store as unknown as ConstructorParameters<typeof Ratelimit>[0]["redis"],
      limiter: Ratelimit.slidingWindow(rate.count, `${rate.seconds} s`),
      prefix,
      // The library's cache of rejected subjects rejects them up to one window too long.
      ephemeralCache: false,
      // On a timeout the library would report success.
      timeout: 0,
      analytics: false,
      enableTelemetry: false,
    });
  }

  async spend(subject: string, calls = 1): Promise<Answer> {
    const key = boundedKey(subject);
    const { success, remaining, reset } = await this.library.limit(key, { rate: calls });
    return success ? { allowed: true, remaining, reset } : this.rejected(key);
  }

  async peek(subject: string): Promise<Answer> {
    const key = boundedKey(subject);
    const { remaining, reset } = await this.library.getRemaining(key);
    return remaining > 0 ? { allowed: true, remaining, reset } : this.rejected(key);
  }

  async refund(subject: string): Promise<Answer> {
    const { remaining, reset } = await this.library.limit(boundedKey(subject), { rate: -1 });
    return { allowed: true, remaining, reset };
  }

  /** The library reports the end of the window, which may be a minute after the next call is admitted. */
  private async rejected(key: string): Promise<Answer> {
    const now = Date.now();
    const windowMs = this.rate.seconds * 1000;
    const window = Math.floor(now / windowMs);
    const count = async (of: number) => Number(await this.store.get(`${this.prefix}:${key}:${of}`));
    const [current, previous] = await Promise.all([count(window), count(window - 1)]);
    const wait = waitUntilAdmitted({ current, previous, limit: this.rate.count, elapsed: now % windowMs, windowMs });
    return { allowed: false, remaining: 0, reset: now + wait };
  }
}

/** Counts in this process while the shared store is unavailable. */
export class FallbackLimiter extends Limiter<MemoryLimiterStore> {
  /** Catches up with an answer of the shared store, so that its outage gives nobody a fresh budget. */
  follow(subject: string, { remaining }: Answer): void {
    const windowMs = this.windowMs;
    const window = Math.floor(Date.now() / windowMs);
    const keyOf = (of: number) => `${this.prefix}:${boundedKey(subject)}:${of}`;
    this.store.raise(this.rate.count - remaining, { current: keyOf(window), previous: keyOf(window - 1), windowMs });
  }

  /** Records calls that the shared store must count once it is available; negative for refunds. */
  owe(subject: string, calls: number): void {
    this.store.increment(this.debtOf(subject), calls, this.windowMs);
  }

  /** Returns how many calls are owed, and forgets them. */
  takeOwed(subject: string): number {
    const debt = this.debtOf(subject);
    const owed = this.store.read(debt) ?? 0;
    if (owed !== 0) this.store.increment(debt, -owed, this.windowMs);
    return Math.max(0, owed);
  }

  private get windowMs(): number {
    return this.rate.seconds * 1000;
  }

  private debtOf(subject: string): string {
    return `${this.prefix}.owed:${boundedKey(subject)}`;
  }
}

interface Window {
  /** Calls counted in the current window and in the previous one. */
  current: number;
  previous: number;
  limit: number;
  elapsed: number;
  windowMs: number;
}

/**
 * Returns the milliseconds until the next call is admitted, if none comes in between. The previous window counts by its
 * remaining overlap, rounded down: a call is admitted while `floor((1 - elapsed / window) * previous) + current <
 * limit`.
 */
export function waitUntilAdmitted({ current, previous, limit, elapsed, windowMs }: Window): number {
  if (current < limit) return Math.max(0, firstAdmitted(previous, limit - current, windowMs) - elapsed);
  return windowMs - elapsed + firstAdmitted(current, limit, windowMs);
}

/** Returns the first millisecond of a window at which the previous one leaves room. */
function firstAdmitted(previous: number, room: number, windowMs: number): number {
  return previous < room ? 0 : Math.floor((windowMs * (previous - room)) / previous) + 1;
}

const LONGEST_KEY = 64;

/** Bounds the length of a key: subjects that people type, such as a login, may be of any length. */
function boundedKey(subject: string): string {
  return subject.length <= LONGEST_KEY ? subject : createHash("sha256").update(subject).digest("hex");
}
