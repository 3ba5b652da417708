import { DomainError, rateLimited } from "@/lib/domain/errors";
import { isMailSetUp } from "@/lib/domain/mail/queries";
import { NO_MAIL } from "@/lib/domain/mail/rules";
import { type BudgetName, spend } from "@/lib/infra/limiter/rate-limit";

/**
 * Spends one letter of a budget. Call it before queueing the letter.
 * @throws DomainError `rate_limited` when the budget is spent, `forbidden` where the deployment sends no mail
 */
export async function spendLetter(budget: BudgetName, subject: string): Promise<void> {
  if (!isMailSetUp()) throw new DomainError("forbidden", NO_MAIL);
  const quota = await spend(budget, subject, { whenDown: "local" });
  if (!quota.allowed) throw rateLimited(quota);
}
