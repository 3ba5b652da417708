import { rateLimited } from "@/lib/domain/errors";
import { headers } from "next/headers";
import { clientIp } from "@/lib/infra/network/client-ip";
import { type BudgetName, spend } from "@/lib/infra/limiter/rate-limit";

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
