import { spend } from "@/lib/infra/limiter/rate-limit";
import { rateLimited } from "./errors";

/** Spends one call of a subject's budget. @throws DomainError `rate_limited` when the budget is spent */
export async function spendOrReject(...spending: Parameters<typeof spend>): Promise<void> {
  const quota = await spend(...spending);
  if (!quota.allowed) throw rateLimited(quota);
}
