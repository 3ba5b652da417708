import { headers } from "next/headers";
import { DomainError, rateLimited } from "@/lib/domain/errors";
import { type BudgetName, refund, spend } from "@/lib/infra/limiter/rate-limit";
import { clientIp } from "@/lib/infra/network/client-ip";

/**
 * Counts a page's expensive read against the visitor's address, like the route that serves the same read.
 * @throws DomainError `rate_limited` when the budget is spent
 */
export async function limitVisitor(budget: BudgetName): Promise<void> {
  const quota = await spend(budget, clientIp({ headers: await headers() }), { whenDown: "open" });
  if (!quota.allowed) throw rateLimited(quota);
}

/** Does the same for a route that is not a declared operation, such as a feed. */
export function withinBudget(budget: BudgetName, answer: (request: Request) => Promise<Response>) {
  return async (request: Request): Promise<Response> => {
    const quota = await spend(budget, clientIp(request), { whenDown: "open" });
    if (quota.allowed) return answer(request);
    return new Response(rateLimited(quota).message, {
      status: 429,
      headers: { "Retry-After": String(quota.retryAfter), "Cache-Control": "no-store" },
    });
  };
}

/**
 * Counts a password sign-in against the client's address.
 * @throws DomainError `rate_limited` when the budget is spent
 */
export async function limitSignIn(request: Request): Promise<void> {
  const quota = await spend("signIn", clientIp(request), { whenDown: "local" });
  if (quota.allowed) return;
  throw new DomainError("rate_limited", `Too many tries to sign in. Wait ${quota.retryAfter} s and try again.`, {
    retryAfter: quota.retryAfter,
  });
}

/** Refunds an attempt that failed on our side. */
export async function refundSignIn(request: Request): Promise<void> {
  await refund("signIn", clientIp(request), { whenDown: "local" });
}
