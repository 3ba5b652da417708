import type { Actor } from "@/lib/domain/context";
import { requireVerifiedEmail } from "@/lib/domain/verified-email";
import type { BudgetName } from "@/lib/infra/rate-limit";
import type { Method } from "./declaration";
import type { WriteKind } from "./write-budgets";

/** What changes nothing but one's own account, and what is no writing at all: open before an address is verified. */
const OPEN_WRITES: readonly WriteKind[] = ["profile", "notices"];
const OPEN_BUDGETS: readonly BudgetName[] = ["pulse", "preview", "forgotPassword"];

/**
 * Rejects the writes of accounts that can only read so far.
 * @throws DomainError `forbidden` where the deployment requires verified addresses and the actor's is none
 */
export function admitWriter(
  { method, writes, budget }: { method: Method; writes: WriteKind | null; budget?: BudgetName },
  actor: Actor | null,
): void {
  const isOpen = writes === null ? budget && OPEN_BUDGETS.includes(budget) : OPEN_WRITES.includes(writes);
  if (actor && method !== "GET" && !isOpen) requireVerifiedEmail(actor);
}
