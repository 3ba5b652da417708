import { type Env, env } from "@/lib/infra/env";
import type { Rate } from "@/lib/infra/env-variables";
import { type Answer, FallbackLimiter, Limiter } from "@/lib/infra/limiter";
import { type LimiterStore, limiterStore, STORE_TIMEOUT_MS } from "@/lib/infra/limiter-store";
import { MemoryLimiterStore } from "@/lib/infra/limiter-store-memory";
import { metrics } from "@/lib/infra/metrics";
import { OutageLog } from "@/lib/infra/outage-log";

/** Our choices, which deployments cannot configure. */
const FIXED_RATES = {
  /** Wrong passwords for one account from one network. */
  signInFailures: { count: 10, seconds: 15 * 60 },
  /** Wrong passwords for one account from all networks together. */
  accountSignInFailures: { count: 100, seconds: 15 * 60 },
  /** Wrong codes of a second factor for one account, with its right password, from networks new to it. */
  codeFailures: { count: 20, seconds: 60 * 60 },
  /** Requests for a new password for one e-mail address, whether or not it is anybody's. */
  passwordResets: { count: 5, seconds: 60 * 60 },
  /** Letters that one account requests to confirm an address. */
  emailLetters: { count: 5, seconds: 60 * 60 },
  /** Such letters to one address, whichever accounts request them. */
  lettersToAddress: { count: 5, seconds: 60 * 60 },
  /** Invitations that one account makes and revokes. */
  writeInvitations: { count: 60, seconds: 60 * 60 },
  /** Challenges that one client address requests before signing up; several per sign-up. */
  signUpChallenges: { count: 60, seconds: 60 * 60 },
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
  /** Seconds until the next call is admitted; 0 if it would be now. */
  retryAfter: number;
}

interface Options {
  /** While the shared store is unavailable: admit everything, or count in this process. */
  whenDown: "open" | "local";
}

/** Spends one call of the subject's budget. An unavailable store is not an error. */
export async function spend(budget: BudgetName, subject: string, options: Options): Promise<Quota> {
  const quota = await ask({ budget, subject, options, calls: 1 }, (limiter) => limiter.spend(subject));
  if (!quota.allowed) metrics.rateLimitRejections.inc({ budget });
  return quota;
}

/** Returns the state of a budget without spending from it. */
export function peek(budget: BudgetName, subject: string, options: Options): Promise<Quota> {
  return ask({ budget, subject, options, calls: 0 }, (limiter) => limiter.peek(subject));
}

/** Refunds a call that turned out not to count. */
export function refund(budget: BudgetName, subject: string, options: Options): Promise<Quota> {
  return ask({ budget, subject, options, calls: -1 }, (limiter) => limiter.refund(subject));
}

/** Returns a full budget without querying the store, for calls that are not counted. */
export function untouched(budget: BudgetName): Quota {
  const rate = rateOf(budget);
  return quotaOf(budget, rate, { allowed: true, remaining: rate.count, reset: Date.now() + rate.seconds * 1000 });
}

/** Returns both header families for the given quotas; the older family describes the one with the least remaining. */
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

interface Asked {
  budget: BudgetName;
  subject: string;
  options: Options;
  /** The change to the count. */
  calls: 1 | 0 | -1;
}

async function ask({ budget, subject, options, calls }: Asked, question: Question): Promise<Quota> {
  const rate = rateOf(budget);
  const fallback = fallbackOf(budget, rate);
  if (Date.now() >= outage.retryAt) {
    const owed = fallback.takeOwed(subject);
    try {
      const store = limiterStore();
      const timeoutMs = store.timeoutMs ?? STORE_TIMEOUT_MS;
      const limiter = limiterOf(store, budget, rate);
      if (owed > 0) await withTimeout(limiter.spend(subject, owed), timeoutMs);
      const answer = await withTimeout(question(limiter), timeoutMs);
      outage.log.succeeded();
      if (env().limiter.kind !== "process") fallback.follow(subject, answer);
      return quotaOf(budget, rate, answer);
    } catch (error) {
      fallback.owe(subject, owed);
      outage.retryAt = Date.now() + OUTAGE_PAUSE_MS;
      outage.log.failed(error);
    }
  }
  if (options.whenDown === "open") return untouched(budget);
  const answer = await question(fallback);
  if (answer.allowed) fallback.owe(subject, calls);
  return quotaOf(budget, rate, answer);
}

const rateOf = (budget: BudgetName): Rate =>
  budget in FIXED_RATES
    ? FIXED_RATES[budget as keyof typeof FIXED_RATES]
    : env().rateLimits[budget as keyof Env["rateLimits"]];

/** After a failure the store is skipped for this long, so that requests do not each wait for its timeout. */
const OUTAGE_PAUSE_MS = 2000;
const outage = { retryAt: 0, log: new OutageLog("rate limiter store") };

// One for the process: the server's bundles have separate modules.
const shared = globalThis as typeof globalThis & { pegboardOutageStore?: MemoryLimiterStore };
const processStore = (shared.pegboardOutageStore ??= new MemoryLimiterStore());

function withTimeout<T>(answer: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const fail = () => reject(new Error(`No answer in ${ms} ms`));
    // After this turn's reads: a process that was held up finds the answer waiting.
    timer = setTimeout(() => setImmediate(fail), ms);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

const limiters = new WeakMap<LimiterStore, Map<BudgetName, Limiter>>();
const fallbacks = new Map<BudgetName, FallbackLimiter>();

function limiterOf(store: LimiterStore, budget: BudgetName, rate: Rate): Limiter {
  const known = limiters.get(store) ?? new Map<BudgetName, Limiter>();
  const limiter = known.get(budget) ?? new Limiter(store, prefixOf(budget), rate);
  limiters.set(store, known.set(budget, limiter));
  return limiter;
}

function fallbackOf(budget: BudgetName, rate: Rate): FallbackLimiter {
  const fallback = fallbacks.get(budget) ?? new FallbackLimiter(processStore, prefixOf(budget), rate);
  fallbacks.set(budget, fallback);
  return fallback;
}

const prefixOf = (budget: BudgetName) => `pegboard.limit.${budget}`;

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
