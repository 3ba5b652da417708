import type { Actor } from "@/lib/domain/context";
import { requireVerifiedEmail } from "@/lib/domain/guards/verified-email";
import type { BudgetName } from "@/lib/infra/limiter/rate-limit";
import type { Method } from "@/lib/http/declaration";
import type { WriteKind } from "./write-budgets";

/** Writes that only change one's own account or create no content: allowed before the address is verified. */
const OPEN_WRITES: readonly WriteKind[] = ["profile", "notices"];
const OPEN_BUDGETS: readonly BudgetName[] = ["pulse", "preview", "forgotPassword"];

/**
 * Rejects writes by accounts that are still read-only.
 * @throws DomainError `forbidden` if the deployment requires a verified address and the actor has none
 */
export function admitWriter(
  { method, writes, budget }: { method: Method; writes: WriteKind | null; budget?: BudgetName },
  actor: Actor | null,
): void {
  const isOpen = writes === null ? budget && OPEN_BUDGETS.includes(budget) : OPEN_WRITES.includes(writes);
  if (actor && method !== "GET" && !isOpen) requireVerifiedEmail(actor);
}
