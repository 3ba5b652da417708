import { Redis as Upstash } from "@upstash/redis";
import type { Env } from "@/lib/infra/environment/env";
import { processWide } from "@/lib/infra/process/process-wide";
import { RedisLimiterStore } from "./redis-store";

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
