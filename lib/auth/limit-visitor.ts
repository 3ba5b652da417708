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
