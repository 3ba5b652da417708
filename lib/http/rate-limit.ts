import { Refusal } from "@/lib/domain/errors";
import { type Env, env } from "@/lib/infra/env";
import type { Rate } from "@/lib/infra/env-variables";
import { type Answer, Limiter } from "@/lib/infra/limiter";
import { type LimiterStore, limiterStore, STORE_TIMEOUT_MS } from "@/lib/infra/limiter-store";
import { MemoryLimiterStore } from "@/lib/infra/limiter-store-memory";
import { OutageLog } from "@/lib/infra/outage-log";

/** Our choices, which deployments do not set. */
const FIXED_RATES = {
  /** Wrong guesses at one account's password from one network. */
  signInFailures: { count: 10, seconds: 15 * 60 },
  /** The same from all networks together. */
  accountSignInFailures: { count: 100, seconds: 15 * 60 },
} satisfies Record<string, Rate>;

export type BudgetName = keyof Env["rateLimits"] | keyof typeof FIXED_RATES;

export interface Quota {
  budget: BudgetName;
  allowed: boolean;
  limit: number;
  remaining: number;
  windowSeconds: number;
  /** Unix seconds. */
  reset: number;
  /** Seconds after which a call is let in again; 0 where one is let in now. */
  retryAfter: number;
}

interface Options {
  /** While the shared store is away: let everything pass, or count in this process. */
  whenDown: "open" | "local";
}

/** Takes one call from the subject's budget. A store that is away is no error. */
export function spend(budget: BudgetName, subject: string, options: Options): Promise<Quota> {
  return ask(budget, options, (limiter) => limiter.spend(subject));
}

/** What the budget holds, without taking from it. */
export function peek(budget: BudgetName, subject: string, options: Options): Promise<Quota> {
  return ask(budget, options, (limiter) => limiter.peek(subject));
}

/** Gives back a spent call that turned out not to count. */
export function refund(budget: BudgetName, subject: string, options: Options): Promise<Quota> {
  return ask(budget, options, (limiter) => limiter.refund(subject));
}

/** The refusal of a call whose budget is spent. */
export function rateLimited({ retryAfter }: Pick<Quota, "retryAfter">): Refusal {
  return new Refusal("rate_limited", `Too many requests. Wait ${retryAfter} s and try again.`, { retryAfter });
}

/** Both header families, for the first quota and any beside it; the older one speaks of that with the least left. */
export function quotaHeaders(...quotas: Quota[]): Record<string, string> {
  const [tightest] = quotas.toSorted((a, b) => Number(a.allowed) - Number(b.allowed) || a.remaining - b.remaining);
  if (!tightest) return {};
  const now = Math.floor(Date.now() / 1000);
  const name = (quota: Quota) => (quota === quotas[0] ? "default" : quota.budget);
  return {
    "X-RateLimit-Limit": String(tightest.limit),
    "X-RateLimit-Remaining": String(tightest.remaining),
    "X-RateLimit-Reset": String(tightest.reset),
    "RateLimit-Policy": quotas.map((quota) => `"${name(quota)}";q=${quota.limit};w=${quota.windowSeconds}`).join(", "),
    RateLimit: quotas
      .map((quota) => `"${name(quota)}";r=${quota.remaining};t=${Math.max(0, quota.reset - now)}`)
      .join(", "),
  };
}

type Question = (limiter: Limiter) => Promise<Answer>;

async function ask(budget: BudgetName, { whenDown }: Options, question: Question): Promise<Quota> {
  const rate =
    budget in FIXED_RATES
      ? FIXED_RATES[budget as keyof typeof FIXED_RATES]
      : env().rateLimits[budget as keyof Env["rateLimits"]];
  if (Date.now() >= outage.retryAt) {
    try {
      const answer = await inTime(question(limiterOf(limiterStore(), budget, rate)));
      outage.log.succeeded();
      return quotaOf(budget, rate, answer);
    } catch (error) {
      outage.retryAt = Date.now() + OUTAGE_PAUSE_MS;
      outage.log.failed(error);
    }
  }
  if (whenDown === "local") return quotaOf(budget, rate, await question(limiterOf(processStore, budget, rate)));
  return quotaOf(budget, rate, { allowed: true, remaining: rate.count, reset: Date.now() + rate.seconds * 1000 });
}

/** After a failure the store is left alone for so long: requests must not each wait for its timeout. */
const OUTAGE_PAUSE_MS = 2000;
const outage = { retryAt: 0, log: new OutageLog("rate limiter store") };
const processStore = new MemoryLimiterStore();

function inTime<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer in ${STORE_TIMEOUT_MS} ms`)), STORE_TIMEOUT_MS);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

const limiters = new WeakMap<LimiterStore, Map<BudgetName, Limiter>>();

function limiterOf(store: LimiterStore, budget: BudgetName, rate: Rate): Limiter {
  const known = limiters.get(store) ?? new Map<BudgetName, Limiter>();
  const limiter = known.get(budget) ?? new Limiter(store, `pegboard.limit.${budget}`, rate);
  limiters.set(store, known.set(budget, limiter));
  return limiter;
}

function quotaOf(budget: BudgetName, { count, seconds }: Rate, { allowed, remaining, reset }: Answer): Quota {
  return {
    budget,
    allowed,
    limit: count,
    remaining,
    windowSeconds: seconds,
    reset: Math.ceil(reset / 1000),
    retryAfter: allowed ? 0 : Math.max(1, Math.ceil((reset - Date.now()) / 1000)),
  };
}
