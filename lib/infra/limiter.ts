import { createHash } from "node:crypto";
import { Ratelimit } from "@upstash/ratelimit";
import type { Rate } from "./env-variables";
import type { LimiterStore } from "./limiter-store";

export interface Answer {
  allowed: boolean;
  remaining: number;
  /** Unix milliseconds: when the window ends or, for who is refused, when the next call is let in. */
  reset: number;
}

/** A sliding window over a store: @upstash/ratelimit, and how long a refusal really lasts. */
export class Limiter {
  private readonly library: Ratelimit;

  constructor(
    private readonly store: LimiterStore,
    private readonly prefix: string,
    private readonly rate: Rate,
  ) {
    this.library = new Ratelimit({
      redis: store as unknown as ConstructorParameters<typeof Ratelimit>[0]["redis"],
      limiter: Ratelimit.slidingWindow(rate.count, `${rate.seconds} s`),
      prefix,
      // With a sliding window its cache of refused subjects refuses them up to a window longer than the limit does.
      ephemeralCache: false,
      // The library would call a late answer a success.
      timeout: 0,
      analytics: false,
      enableTelemetry: false,
    });
  }

  async spend(subject: string): Promise<Answer> {
    const key = boundedKey(subject);
    const { success, remaining, reset } = await this.library.limit(key);
    return success ? { allowed: true, remaining, reset } : this.refused(key);
  }

  async peek(subject: string): Promise<Answer> {
    const key = boundedKey(subject);
    const { remaining, reset } = await this.library.getRemaining(key);
    return remaining > 0 ? { allowed: true, remaining, reset } : this.refused(key);
  }

  async refund(subject: string): Promise<Answer> {
    const { remaining, reset } = await this.library.limit(boundedKey(subject), { rate: -1 });
    return { allowed: true, remaining, reset };
  }

  /** The library tells when a window ends, which may be a minute after the next call is let in. */
  private async refused(key: string): Promise<Answer> {
    const now = Date.now();
    const windowMs = this.rate.seconds * 1000;
    const window = Math.floor(now / windowMs);
    const count = async (of: number) => Number(await this.store.get(`${this.prefix}:${key}:${of}`));
    const [current, previous] = await Promise.all([count(window), count(window - 1)]);
    const wait = waitUntilAdmitted({ current, previous, limit: this.rate.count, elapsed: now % windowMs, windowMs });
    return { allowed: false, remaining: 0, reset: now + wait };
  }
}

interface Window {
  /** Calls counted in the running window and in the one before. */
  current: number;
  previous: number;
  limit: number;
  elapsed: number;
  windowMs: number;
}

/**
 * Milliseconds until the next call is let in, if none comes in between. The window before weighs what of it still
 * overlaps, rounded down: `floor((1 - elapsed / window) * previous) + current < limit` lets one in.
 */
export function waitUntilAdmitted({ current, previous, limit, elapsed, windowMs }: Window): number {
  if (current < limit) return Math.max(0, firstAdmitted(previous, limit - current, windowMs) - elapsed);
  return windowMs - elapsed + firstAdmitted(current, limit, windowMs);
}

/** The first millisecond of a window at which the one before weighs less than the room there is. */
function firstAdmitted(previous: number, room: number, windowMs: number): number {
  return previous < room ? 0 : Math.floor((windowMs * (previous - room)) / previous) + 1;
}

const LONGEST_KEY = 64;

/** Subjects that people type (the name of an account) may be of any length. */
function boundedKey(subject: string): string {
  return subject.length <= LONGEST_KEY ? subject : createHash("sha256").update(subject).digest("hex");
}
