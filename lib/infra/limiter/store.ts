import { Redis as Upstash } from "@upstash/redis";
import { createHash } from "node:crypto";
import type { Redis } from "ioredis";
import type { Env } from "@/lib/infra/environment/env";
import { processWide } from "@/lib/infra/process/process-wide";
import { openRedis } from "@/lib/infra/redis";

/** The commands that @upstash/ratelimit needs, and `get` to compute how long a rejection lasts. */
export interface LimiterStore {
  evalsha(hash: string, keys: string[], args: unknown[]): Promise<unknown>;
  eval(script: string, keys: string[], args: unknown[]): Promise<unknown>;
  get(key: string): Promise<unknown>;
}

/** A store that takes longer than this counts as unavailable, so that no request waits longer for its quota. */
export const STORE_TIMEOUT_MS = 500;

type StoreSettings = Exclude<Env["limiter"], { kind: "process" }>;

/** Returns the store for all limits of this deployment. */
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
