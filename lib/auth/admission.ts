import type { VisitorContext } from "@/lib/domain/kernel/context";
import { readAccount } from "@/lib/domain/accounts/users/account";
import { isReopenable } from "@/lib/domain/accounts/lifecycle/reopening";
import { hasSecondFactor } from "@/lib/domain/accounts/factors/queries";
import { findSanctionToken } from "@/lib/domain/people/moderation/own-decisions";
import { accountClosed, accountSuspended, secondFactorRequired } from "./sign-in-errors";
import { headers } from "next/headers";
import { spendOrReject } from "@/lib/domain/kernel/budget";
import { DomainError, rateLimited } from "@/lib/domain/kernel/errors";
import { refund, spend } from "@/lib/infra/limiter/rate-limit";
import type { BudgetName } from "@/lib/infra/limiter/budgets";
import { clientIp } from "@/lib/infra/network/client-ip";

/**
 * Checks that the proven owner of an account may sign in.
 * @throws SignInRejected if the account is suspended, or closed, in which case it can be reopened
 */
export async function admit(ctx: VisitorContext, userId: string): Promise<void> {
  const { suspendedAt } = await readAccount(ctx, userId);
  if (suspendedAt === null) return;
  if (await isReopenable(ctx, userId)) throw accountClosed(userId);
  throw accountSuspended(await findSanctionToken(ctx, userId));
}

/**
 * Checks that an account may sign in through an OAuth provider.
 * @throws SignInRejected also if the account has a second factor, which is the next step
 */
export async function admitFromProvider(ctx: VisitorContext, userId: string): Promise<void> {
  if (await hasSecondFactor(ctx, userId)) throw secondFactorRequired(userId);
  await admit(ctx, userId);
}

/** Limits a page's expensive read. @throws DomainError `rate_limited` when the budget is spent */
export async function limitVisitor(budget: BudgetName): Promise<void> {
  await spendOrReject(budget, clientIp({ headers: await headers() }), { whenDown: "open" });
}

/** Limits a route that is not a declared operation, such as a feed, by a budget per client address. */
export function withinBudget(budget: BudgetName, answer: (request: Request) => Promise<Response>) {
  return async (request: Request): Promise<Response> => {
    const quota = await spend(budget, clientIp(request), { whenDown: "open" });
    if (quota.allowed) return answer(request);
    return new Response(rateLimited(quota).message, {
      status: 429,
      headers: { "Retry-After": String(quota.retryAfterSeconds), "Cache-Control": "no-store" },
    });
  };
}

/**
 * Counts an attempt to sign in against the client's address.
 * @throws DomainError `rate_limited` when the budget is spent
 */
export async function limitSignIn(request: Request): Promise<void> {
  const quota = await spend("signIn", clientIp(request), { whenDown: "local" });
  if (quota.allowed) return;
  throw new DomainError("rate_limited", `Too many tries to sign in. Wait ${quota.retryAfterSeconds} s and try again.`, {
    retryAfterSeconds: quota.retryAfterSeconds,
  });
}

/** Refunds an attempt that failed on our side. */
export async function refundSignIn(request: Request): Promise<void> {
  await refund("signIn", clientIp(request), { whenDown: "local" });
}
