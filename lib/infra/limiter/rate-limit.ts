import { type Env, env } from "@/lib/infra/environment/env";
import type { Rate } from "@/lib/infra/environment/variables";
import { type BudgetName, FIXED_RATES } from "./budgets";
import {
  CHANGES,
  type BudgetRequest,
  type Decision,
  FallbackLimiter,
  type BudgetAction,
  type Limiter,
  ProcessLimiter,
} from "@/lib/infra/limiter/limiter";
import { metrics } from "@/lib/infra/log/metrics";
import { OutageLog } from "@/lib/infra/log/log";
import { networksAround } from "@/lib/infra/network/client-ip";
import { processWide } from "@/lib/infra/process/process-wide";
import { currentSandbox } from "@/lib/infra/sandbox/scope";
import { onShutdownEnd } from "@/lib/infra/process/shutdown";
import { supervisor } from "@/lib/infra/process/supervisor";
import { LibraryLimiter, limiterStore } from "./library-limiter";
import { SupervisorLimiter } from "./supervisor-limiter";

export function budgetNames(): BudgetName[] {
  return Object.keys({ ...env().rateLimits, ...FIXED_RATES }) as BudgetName[];
}

export interface Quota {
  budget: BudgetName;
  allowed: boolean;
  limit: number;
  remaining: number;
  windowSeconds: number;
  resetAtSeconds: number;
  /** Until the next call is admitted; 0 if it would be now. */
  retryAfterSeconds: number;
}

interface Options {
  /** While the shared store is unavailable: admit everything, or count in this process. */
  whenDown: "open" | "local";
}

export interface Spending {
  budget: BudgetName;
  subject: string;
}

/** Spends one call of the subject's budget. An unavailable limiter is not an error. */
export async function spend(budget: BudgetName, subject: string, options: Options): Promise<Quota> {
  const [quota = untouched(budget)] = await spendInTurn([{ budget, subject }], options);
  return quota;
}

/** Spends one call of each budget in turn, up to the first that rejects. Returns the quotas up to there. */
export async function spendInTurn(spendings: readonly Spending[], options: Options): Promise<Quota[]> {
  const quotas = await apply("spend", spendings, options);
  for (const { allowed, budget } of quotas) if (!allowed) metrics.rateLimitRejections.inc({ budget });
  return quotas;
}

export async function peek(budget: BudgetName, subject: string, options: Options): Promise<Quota> {
  const [quota = untouched(budget)] = await apply("peek", [{ budget, subject }], options);
  return quota;
}

export async function refund(budget: BudgetName, subject: string, options: Options): Promise<void> {
  await apply("refund", [{ budget, subject }], options);
}

/** Returns a full budget without querying the store, for calls that are not counted. */
export function untouched(budget: BudgetName): Quota {
  const rate = rateOf(budget);
  return quotaOf(budget, rate, { allowed: true, remaining: rate.count, resetAtMs: Date.now() + rate.seconds * 1000 });
}

/**
 * Returns both header families for the quotas of a request and of a write. The older family describes only the quota
 * with the least remaining, and a write quota only when it rejects, because its window differs from that of requests.
 */
export function quotaHeaders(requests: readonly Quota[], writes: readonly Quota[] = []): Record<string, string> {
  const [tightest] = [...requests, ...writes.filter(({ allowed }) => !allowed)].sort(
    (a, b) => Number(a.allowed) - Number(b.allowed) || a.remaining - b.remaining,
  );
  if (!tightest) return {};
  const quotas = [...requests, ...writes];
  const name = (quota: Quota) => (quota === quotas[0] ? "default" : quota.budget);
  return {
    "X-RateLimit-Limit": String(tightest.limit),
    "X-RateLimit-Remaining": String(tightest.remaining),
    "X-RateLimit-Reset": String(tightest.resetAtSeconds),
    ...draftHeaders(quotas, name),
  };
}

/** Returns the headers of the IETF draft alone, with each budget by its name. */
export function budgetHeaders(quotas: readonly Quota[]): Record<string, string> {
  return quotas.length === 0 ? {} : draftHeaders(quotas, ({ budget }) => budget);
}

function draftHeaders(quotas: readonly Quota[], name: (quota: Quota) => string): Record<string, string> {
  const now = Math.floor(Date.now() / 1000);
  const list = (item: (quota: Quota) => string) => quotas.map((quota) => `"${name(quota)}";${item(quota)}`).join(", ");
  return {
    "RateLimit-Policy": list(({ limit, windowSeconds }) => `q=${limit};w=${windowSeconds}`),
    RateLimit: list(({ remaining, resetAtSeconds }) => `r=${remaining};t=${Math.max(0, resetAtSeconds - now)}`),
  };
}

/** `nth` is the index of its spending. */
type NamedRequest = BudgetRequest & Spending & { nth: number };

/** A client's address spends from the budgets of the networks around it as well. */
function requestsOf({ budget, subject }: Spending, nth: number): NamedRequest[] {
  const { count, seconds } = rateOf(budget);
  return networksAround(subject).map(({ name, times }) => ({
    budget,
    subject: inOwnSandbox(name),
    rate: { count: times * count, seconds },
    nth,
  }));
}

/** Gives the accounts of a sandbox budgets of their own, which are full again after a reset. */
function inOwnSandbox(subject: string): string {
  const sandbox = currentSandbox();
  return sandbox ? `${sandbox.databaseName}/${subject}` : subject;
}

async function apply(action: BudgetAction, spendings: readonly Spending[], { whenDown }: Options): Promise<Quota[]> {
  const requests = spendings.flatMap(requestsOf);
  if (Date.now() >= outage.retryAt) {
    const debts = fallback.takeOwed(requests);
    try {
      const limiter = sharedLimiter();
      for (const debt of debts) await limiter.apply("spend", [debt]);
      const decisions = await limiter.apply(action, requests);
      if (outage.retryAt > 0) outage.log.succeeded();
      if (env().limiter.kind !== "process") fallback.follow(requests, decisions);
      return quotasOf(requests, decisions);
    } catch (error) {
      for (const debt of debts) fallback.owe(debt, debt.calls);
      outage.retryAt = Date.now() + OUTAGE_PAUSE_MS;
      outage.log.failed(error);
    }
  }
  if (whenDown === "open") return spendings.map(({ budget }) => untouched(budget));
  const decisions = fallback.apply(action, requests);
  requests.forEach((request, n) => decisions[n]?.allowed && fallback.owe(request, CHANGES[action]));
  return quotasOf(requests, decisions);
}

const rateOf = (budget: BudgetName): Rate =>
  budget in FIXED_RATES
    ? FIXED_RATES[budget as keyof typeof FIXED_RATES]
    : env().rateLimits[budget as keyof Env["rateLimits"]];

/** How long the shared limiter is skipped after a failure, so that not every request waits for its timeout. */
const OUTAGE_PAUSE_MS = 2000;
const outage = { retryAt: 0, log: new OutageLog("rate limiter store") };

const fallback = processWide("fallback-limiter", () => new FallbackLimiter())();

/**
 * Returns the quotas of the spendings that were answered, which are the first ones. Of a client and the networks around
 * it, the client's own quota is returned unless another rejects.
 */
function quotasOf(requests: readonly NamedRequest[], decisions: readonly Decision[]): Quota[] {
  const quotas: Quota[] = [];
  for (const [n, decision] of decisions.entries()) {
    const { budget, rate, nth } = requests[n]!;
    if (!quotas[nth] || !decision.allowed) quotas[nth] = quotaOf(budget, rate, decision);
  }
  return quotas;
}

function quotaOf(budget: BudgetName, { count, seconds }: Rate, { allowed, remaining, resetAtMs }: Decision): Quota {
  return {
    budget,
    allowed,
    limit: count,
    remaining,
    windowSeconds: seconds,
    resetAtSeconds: Math.ceil(resetAtMs / 1000),
    retryAfterSeconds: allowed ? 0 : Math.max(1, Math.ceil((resetAtMs - Date.now()) / 1000)),
  };
}

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
