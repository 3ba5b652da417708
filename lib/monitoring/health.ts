import { hasBearerToken } from "@/lib/infra/bearer-token";
import { env } from "@/lib/infra/environment/env";
import { isShuttingDown } from "@/lib/infra/process/shutdown";
import { CHECKS } from "./checks";
import type { HealthStatus, Verdict } from "./health-check";
import { json, type MonitoringAnswer, type MonitoringRequest } from "./routes";

type Part = keyof typeof CHECKS;
type Verdicts = Record<Part, Verdict>;

/** Whether this process responds at all. Checks nothing outside it, because a restart would not fix that. */
export async function liveness(): Promise<MonitoringAnswer> {
  return json(200, { status: "ok" satisfies HealthStatus });
}

/**
 * Whether this process should get requests: 503 while it is stopping. An unavailable dependency only makes it degraded:
 * it is unavailable to every instance, and this one serves what it can, with better errors than a balancer without
 * instances. With `?strict`, also 503 while the database cannot be read and written. Without the token, only the status
 * is returned.
 */
export async function readiness({ authorization, search = "" }: MonitoringRequest = {}): Promise<MonitoringAnswer> {
  const stopping = isShuttingDown();
  const checks = await healthOfParts();
  const isStrict = new URLSearchParams(search).has("strict");
  const status = stopping || (isStrict && !isUsable(checks.database)) ? "down" : overall(checks);
  const { healthToken } = env().monitoring;
  const knowsToken = healthToken !== undefined && hasBearerToken(authorization, healthToken);
  return json(status === "down" ? 503 : 200, knowsToken ? { status, stopping, checks } : { status });
}

/** Returns the verdict on each dependency of the deployment. */
export async function healthOfParts(): Promise<Verdicts> {
  const parts = Object.keys(CHECKS) as Part[];
  const made = await Promise.all(parts.map(async (part) => [part, await CHECKS[part].verdict()] as const));
  return Object.fromEntries(made) as Verdicts;
}

function isUsable({ status, writable }: Verdict): boolean {
  return status !== "down" && writable !== false;
}

function overall(checks: Verdicts): HealthStatus {
  return Object.values(checks).every(({ status }) => status === "ok") ? "ok" : "degraded";
}
