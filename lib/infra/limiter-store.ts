import { Redis as Upstash } from "@upstash/redis";
import { type Env, env } from "./env";
import { MemoryLimiterStore } from "./limiter-store-memory";
import { RedisLimiterStore } from "./limiter-store-redis";
import { SupervisorLimiterStore } from "./limiter-store-supervisor";
import { supervisor } from "./supervisor";

/** The commands that @upstash/ratelimit needs, and `get` to compute how long a rejection lasts. */
export interface LimiterStore {
  evalsha(hash: string, keys: string[], args: unknown[]): Promise<unknown>;
  eval(script: string, keys: string[], args: unknown[]): Promise<unknown>;
  get(key: string): Promise<unknown>;
  /** How long a response may take, if not STORE_TIMEOUT_MS. */
  readonly timeoutMs?: number;
}

/** A store that takes longer counts as unavailable, so that no request waits longer for its quota. */
export const STORE_TIMEOUT_MS = 500;

export function openLimiterStore(limiter: Env["limiter"]): LimiterStore {
  switch (limiter.kind) {
    case "upstash":
      return openUpstash(limiter);
    case "redis":
      return new RedisLimiterStore(limiter.url, STORE_TIMEOUT_MS);
    case "process":
      return openInMemory();
  }
}

function openInMemory(): LimiterStore {
  const connection = supervisor();
  return connection ? new SupervisorLimiterStore(connection) : new MemoryLimiterStore();
}

function openUpstash({ url, token }: { url: string; token: string }): LimiterStore {
  const signal = () => AbortSignal.timeout(STORE_TIMEOUT_MS);
  return new Upstash({ url, token, signal, retry: false, enableTelemetry: false });
}

const shared = globalThis as typeof globalThis & { pegboardLimiterStore?: LimiterStore };

/** Returns the store for all limits of this deployment; one per process, across bundles and hot reloads. */
export function limiterStore(): LimiterStore {
  return (shared.pegboardLimiterStore ??= openLimiterStore(env().limiter));
}
