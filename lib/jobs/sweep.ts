import type { Inngest } from "inngest";
import { DeliveryEngine } from "./engine";

/** What fell due so long ago was forgotten by the engine that should have driven it. */
export const OVERDUE_MS = 60_000;
/** A function on a host such as Vercel lives a minute. */
const SWEEP_BUDGET_MS = 45_000;

/** Delivers what is due and what it leads to, for at most so long. */
export async function sweepDeliveries(
  { overdueMs }: { overdueMs?: number },
  budgetMs = SWEEP_BUDGET_MS,
): Promise<void> {
  const engine = new DeliveryEngine({ overdueMs });
  await engine.sweep();
  const timer = setTimeout(() => void engine.stop(), budgetMs);
  await engine.idle();
  clearTimeout(timer);
}

/** Finds every minute what Inngest was not told of, or has lost. */
export function sweepEveryMinute(inngest: Inngest) {
  return inngest.createFunction(
    { id: "sweep-deliveries", triggers: { cron: "* * * * *" }, retries: 0, concurrency: 1 },
    ({ step }) => step.run("deliver-overdue", () => sweepDeliveries({ overdueMs: OVERDUE_MS })),
  );
}
