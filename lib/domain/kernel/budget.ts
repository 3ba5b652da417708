import { peek, spend } from "@/lib/infra/limiter/rate-limit";
import { rateLimited } from "./errors";

/** Spends one call of a subject's budget. @throws DomainError `rate_limited` when the budget is spent */
export async function spendOrReject(...spending: Parameters<typeof spend>): Promise<void> {
  const quota = await spend(...spending);
  if (!quota.allowed) throw rateLimited(quota);
}

/** Requires that a subject's budget is not spent, without spending it. @throws DomainError `rate_limited` if it is */
export async function requireBudget(...spending: Parameters<typeof peek>): Promise<void> {
  const quota = await peek(...spending);
  if (!quota.allowed) throw rateLimited(quota);
}
