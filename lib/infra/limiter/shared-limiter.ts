import { type Env, env } from "@/lib/infra/environment/env";
import type { Limiter } from "./limiter";
import { LibraryLimiter } from "./library-limiter";
import { ProcessLimiter } from "./process-limiter";
import { limiterStore } from "./store";
import { SupervisorLimiter } from "./supervisor-limiter";
import { onShutdownEnd } from "@/lib/infra/process/shutdown";
import { supervisor } from "@/lib/infra/process/supervisor";

const shared = globalThis as typeof globalThis & { pegboardLimiter?: Limiter };

/** Returns the limiter for all budgets of this deployment; one per process, across bundles and hot reloads. */
export function sharedLimiter(): Limiter {
  return (shared.pegboardLimiter ??= openLimiter(env().limiter));
}

export function openLimiter(settings: Env["limiter"]): Limiter {
  if (settings.kind !== "process") return new LibraryLimiter(limiterStore(settings));
  const connection = supervisor();
  if (!connection) return new ProcessLimiter();
  const limiter = new SupervisorLimiter(connection);
  connection.keepLeases(limiter);
  onShutdownEnd(() => Promise.resolve(limiter.close()));
  return limiter;
}
