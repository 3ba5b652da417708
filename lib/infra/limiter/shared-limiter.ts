import { type Env, env } from "@/lib/infra/environment/env";
import { processWide } from "@/lib/infra/process/process-wide";
import { onShutdownEnd } from "@/lib/infra/process/shutdown";
import { supervisor } from "@/lib/infra/process/supervisor";
import { LibraryLimiter, limiterStore } from "./library-limiter";
import { type Limiter, ProcessLimiter } from "./limiter";
import { SupervisorLimiter } from "./supervisor-limiter";

/** Returns the limiter for all budgets of this deployment. */
export const sharedLimiter = processWide("limiter", () => openLimiter(env().limiter));

export function openLimiter(settings: Env["limiter"]): Limiter {
  if (settings.kind !== "process") return new LibraryLimiter(limiterStore(settings));
  const connection = supervisor();
  if (!connection) return new ProcessLimiter();
  const limiter = new SupervisorLimiter(connection);
  connection.keepLeases(limiter);
  onShutdownEnd(() => Promise.resolve(limiter.close()));
  return limiter;
}
