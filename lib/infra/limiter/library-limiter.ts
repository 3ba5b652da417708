import { createHash } from "node:crypto";
import { Ratelimit } from "@upstash/ratelimit";
import { Redis as Upstash } from "@upstash/redis";
import type { Redis } from "ioredis";
import type { Env } from "@/lib/infra/environment/env";
import { processWide } from "@/lib/infra/process/process-wide";
import { openRedis } from "@/lib/infra/redis";
import { withTimeout } from "@/lib/infra/timeout";
import {
  type Decision,
  boundedSubject,
  CHANGES,
  type BudgetRequest,
  counterOf,
  type Limiter,
  prefixOf,
  type BudgetAction,
  rejection,
  windowAt,
} from "./limiter";

/** Counts in Redis with @upstash/ratelimit, and adds the exact duration of a rejection. */
export class LibraryLimiter implements Limiter {
  private readonly budgets = new Map<string, Ratelimit>();

  constructor(private readonly store: LimiterStore) {}

  async apply(action: BudgetAction, requests: readonly BudgetRequest[]): Promise<Decision[]> {
    const decisions: Decision[] = [];
    for (const request of requests) {
      const decision = await withTimeout(this.decide(action, request), STORE_TIMEOUT_MS);
      decisions.push(decision);
      if (action === "spend" && !decision.allowed) break;
    }
    return decisions;
  }

  private async decide(action: BudgetAction, request: BudgetRequest): Promise<Decision> {
    const library = this.libraryFor(request);
    const subject = boundedSubject(request.subject);
    if (action === "peek") {
      const { remaining, reset } = await library.getRemaining(subject);
      return remaining > 0 ? { allowed: true, remaining, resetAtMs: reset } : this.rejection(request);
    }
    const { success, remaining, reset } = await library.limit(subject, {
      rate: CHANGES[action] * (request.calls ?? 1),
    });
    return success || action === "refund" ? { allowed: true, remaining, resetAtMs: reset } : this.rejection(request);
  }

  /** The library reports the end of the window, which may be a minute after the next call is admitted. */
  private async rejection(request: BudgetRequest): Promise<Decision> {
    const now = Date.now();
    const name = counterOf(request);
    const window = windowAt(request.rate, now);
    const [current, previous] = await Promise.all([window, window - 1].map((nth) => this.store.get(`${name}:${nth}`)));
    return rejection(request, { current: Number(current), previous: Number(previous) }, now);
  }

  private libraryFor({ budget, rate }: BudgetRequest): Ratelimit {
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

/** The commands that @upstash/ratelimit needs, and `get` to compute how long a rejection lasts. */
interface LimiterStore {
  evalsha(hash: string, keys: string[], args: unknown[]): Promise<unknown>;
  eval(script: string, keys: string[], args: unknown[]): Promise<unknown>;
  get(key: string): Promise<unknown>;
}

/** A store that takes longer than this counts as unavailable, so that no request waits longer for its quota. */
const STORE_TIMEOUT_MS = 500;

type StoreSettings = Exclude<Env["limiter"], { kind: "process" }>;

export function limiterStore(settings: StoreSettings): LimiterStore {
  return processWide("limiter-store", () =>
    settings.kind === "upstash" ? openUpstash(settings) : new RedisLimiterStore(settings.url, STORE_TIMEOUT_MS),
  )();
}

function openUpstash({ url, token }: { url: string; token: string }): LimiterStore {
  const signal = () => AbortSignal.timeout(STORE_TIMEOUT_MS);
  return new Upstash({ url, token, signal, retry: false, enableTelemetry: false });
}

/** The scripts begin with a flag that only Upstash's servers support; Redis and Valkey reject it. */
const FLAG_LINE = /^#!lua[^\n]*/;

/** Counts in any Redis, so that all instances share their limits. */
export class RedisLimiterStore implements LimiterStore {
  private readonly redis: Redis;
  /** The library's SHA-1 of a script → the SHA-1 of the script without its first line. */
  private readonly hashes = new Map<string, string>();

  constructor(url: string, timeoutMs: number) {
    this.redis = openRedis(url, {
      connectTimeout: timeoutMs,
      commandTimeout: timeoutMs,
      maxRetriesPerRequest: 1,
      retryStrategy: (attempt) => Math.min(attempt * 100, 2000),
    });
    // Each failed connection attempt emits "error", which would end the process if unhandled. The limiter logs outages.
    this.redis.on("error", () => undefined);
  }

  async evalsha(hash: string, keys: string[], args: unknown[]): Promise<unknown> {
    const known = this.hashes.get(hash);
    if (!known) throw new Error("NOSCRIPT: send the script");
    return this.redis.evalsha(known, keys.length, ...keys, ...args.map(String));
  }

  async eval(script: string, keys: string[], args: unknown[]): Promise<unknown> {
    const plain = script.replace(FLAG_LINE, "");
    this.hashes.set(sha1(script), sha1(plain));
    return this.redis.eval(plain, keys.length, ...keys, ...args.map(String));
  }

  get(key: string): Promise<string | null> {
    return this.redis.get(key);
  }

  close(): void {
    this.redis.disconnect();
  }
}

function sha1(text: string): string {
  return createHash("sha1").update(text).digest("hex");
}
