import type { Actor } from "@/lib/domain/kernel/context";
import { DomainError, rateLimited } from "@/lib/domain/kernel/errors";
import type { ApiOperation, SessionOperation } from "@/lib/http/operation";
import { failureOf } from "@/lib/http/response/errors";
import type { RequestState } from "@/lib/http/response/response";
import { WRITE_BUDGETS, type WriteKind } from "@/lib/infra/limiter/budgets";
import { peek, refund, spend, type Spending, spendInTurn } from "@/lib/infra/limiter/rate-limit";
import type { Caller } from "./authenticate";
import type { Call, Operation } from "./call";

/** What of a call a key's quota depends on. */
interface Counted extends Pick<Call, "state" | "counted"> {
  operation: Pick<ApiOperation, "method" | "budget">;
}

/** Spends the key's quota, then the account's, then the operation's. A request that one rejects spends no later one. */
export async function spendQuota(call: Counted, { actor, keyId }: Caller): Promise<void> {
  const { operation, state } = call;
  const spendings: Spending[] = [
    { budget: tierOf(actor), subject: keyId },
    { budget: `${tierOf(actor)}Account`, subject: actor.id },
  ];
  if (operation.budget) spendings.push({ budget: operation.budget, subject: (call.counted = actor.id) });
  const spent = await spendInTurn(spendings, whenDown(operation));
  const [own, account] = spent;
  // The account's quota is shown only if it is tighter than the key's.
  state.quotas = spent.filter((quota) => quota !== account || !own || account.remaining < own.remaining);
  const rejected = spent.at(-1);
  if (rejected && !rejected.allowed) throw rateLimited(rejected);
}

/** Spends a call where no operation is declared. Only the key's own quota counts, and no invalid key passes for one. */
export async function spendUndeclared(state: RequestState, caller: Caller | DomainError): Promise<void> {
  if (caller instanceof DomainError && caller.code !== "missing_key")
    state.quotas = [await spend("authFailures", state.clientIp, { whenDown: "local" })];
  else await peekAtFailures(state);
  if (!(caller instanceof DomainError)) await spend(tierOf(caller.actor), caller.keyId, { whenDown: "open" });
}

/** Shows how many invalid keys the address may still send, for requests without a key. */
export async function peekAtFailures(state: RequestState): Promise<void> {
  state.quotas = [await peek("authFailures", state.clientIp, { whenDown: "open" })];
}

const tierOf = ({ tier }: Actor) => (tier === "pro" ? "v1Pro" : "v1Free");

/**
 * Spends a session route's own budget, if it has one. False if it is exceeded and the route declares what it returns
 * then.
 * @throws DomainError `rate_limited` if it is exceeded otherwise
 */
export async function spendBudget(call: Call<SessionOperation>, subject: string): Promise<boolean> {
  const { operation, state } = call;
  if (!operation.budget) return true;
  call.counted = subject;
  const quota = await spend(operation.budget, subject, whenDown(operation));
  state.quotas.push(quota);
  if (!quota.allowed && operation.whenLimited === undefined) throw rateLimited(quota);
  return quota.allowed;
}

/** Refunds the operation's own budget, for a response that was stored before, or a failure on our side. */
export async function refundBudget({ operation, counted }: Call): Promise<void> {
  if (operation.budget && counted !== undefined) await refund(operation.budget, counted, whenDown(operation));
}

/**
 * Spends one write of the account's budgets in turn, up to the first that is exceeded.
 * @throws DomainError `rate_limited`
 */
export async function spendWrite({ operation, state }: Call, accountId: string | undefined): Promise<void> {
  if (!operation.writes || accountId === undefined) return;
  const spendings = WRITE_BUDGETS[operation.writes].map((budget) => ({ budget, subject: accountId }));
  state.writeQuotas = await spendInTurn(spendings, { whenDown: "local" });
  const exceeded = state.writeQuotas.find(({ allowed }) => !allowed);
  if (exceeded) throw rateLimited(exceeded);
}

/** Runs a write, and refunds its budgets if it fails on our side. */
export async function refundingWrite<T>(
  kind: WriteKind | null,
  accountId: string | undefined,
  write: () => Promise<T>,
): Promise<T> {
  if (!kind || accountId === undefined) return write();
  return write().catch(async (error: unknown) => {
    if (failureOf(error).code === "unavailable")
      await Promise.all(WRITE_BUDGETS[kind].map((budget) => refund(budget, accountId, { whenDown: "local" })));
    throw error;
  });
}

const whenDown = ({ method }: Pick<Operation, "method">) => ({
  whenDown: method === "GET" ? ("open" as const) : ("local" as const),
});
