import { spendOrReject } from "@/lib/domain/kernel/budget";
import { forbidden } from "@/lib/domain/kernel/errors";
import type { BudgetName } from "@/lib/infra/limiter/budgets";
import { isMailSetUp } from "./queries";
import { NO_MAIL } from "./rules";

/**
 * Spends one letter of a budget. Call it before queueing the letter.
 * @throws DomainError `rate_limited` when the budget is spent, `forbidden` where the deployment sends no mail
 */
export async function spendLetter(budget: BudgetName, subject: string): Promise<void> {
  if (!isMailSetUp()) throw forbidden(NO_MAIL);
  await spendOrReject(budget, subject, { whenDown: "local" });
}
