import { headers } from "next/headers";
import { clientIp } from "@/lib/http/client-ip";
import { type BudgetName, rateLimited, spend } from "@/lib/http/rate-limit";

/**
 * Counts a page's costly read against the address that asks for the page, as the route of the same read does.
 * @throws Refusal `rate_limited` when the budget is spent.
 */
export async function limitVisitor(budget: BudgetName): Promise<void> {
  const quota = await spend(budget, clientIp({ headers: await headers() }), { whenDown: "open" });
  if (!quota.allowed) throw rateLimited(quota);
}

/** The same for a route that is no declared operation, such as a feed. */
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
