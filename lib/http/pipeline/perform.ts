import type { Actor, Context, VisitorContext } from "@/lib/domain/kernel/context";
import { DomainError, rateLimited } from "@/lib/domain/kernel/errors";
import { requireVerifiedEmail } from "@/lib/domain/accounts/guards/verified-email";
import type { Method } from "@/lib/http/declaration";
import type { ApiOperation, SessionOperation } from "@/lib/http/operation";
import { failureOf } from "@/lib/http/response/errors";
import { eventsRequestOf } from "@/lib/http/response/event-stream";
import { PreparedBody } from "@/lib/http/response/prepared-body";
import { type BudgetName, WRITE_BUDGETS, type WriteKind } from "@/lib/infra/limiter/budgets";
import { type Quota, refund, spendInTurn } from "@/lib/infra/limiter/rate-limit";
import { rememberWrite } from "@/lib/infra/database/account-reads";
import { once, operationOf, parseIdempotencyKey, type StoredResponse } from "./idempotency";
import { readInput } from "./input";

/** What `run` returned, for an operation whose response is streamed. */
export interface Streamed {
  stream: unknown;
}

interface Admitted {
  params: Readonly<Record<string, string>>;
  ctx: VisitorContext;
  /** Called with the write budgets that were spent, before the error for an exceeded one is thrown. */
  onWriteSpent?(quotas: Quota[]): void;
}

/** Validates an admitted request's input, spends its write budget and runs it, once per `Idempotency-Key`. */
export async function perform(
  operation: ApiOperation | SessionOperation,
  request: Request,
  { params, ctx, onWriteSpent }: Admitted,
): Promise<StoredResponse | PreparedBody | Streamed> {
  const actorId = ctx.actor?.id;
  const key = actorId && operation.idempotent ? keyOf(request) : null;
  const { values, requestHash } = await readInput(operation, request, params);
  if (operation.response === "events") Object.assign(values, await eventsRequestOf(request, values));

  const refunding = <T>(work: () => Promise<T>) => refundIfUnavailable(operation.writes, actorId, work);
  const prepare = async () => {
    if (operation.writes && actorId) {
      const quotas = await spendWrite(operation.writes, actorId);
      onWriteSpent?.(quotas);
      const exceeded = quotas.find(({ allowed }) => !allowed);
      if (exceeded) throw rateLimited(exceeded);
    }
    return operation.prepare && refunding(async () => operation.prepare?.(ctx as never, values as never));
  };
  // The declaration ties `run`'s types to its schemas, and the values were just validated against them.
  const runIn = (context: VisitorContext, prepared: unknown) =>
    refunding(() => operation.run(context as never, values as never, prepared as never));
  const run = (context: VisitorContext, prepared: unknown) =>
    runIn(context, prepared).catch((error: unknown) => {
      // The client may know the resource from a webhook before the replica has it, so the primary is asked as well,
      // unless it is unavailable.
      if (
        !context.replica ||
        context.replica.isPrimaryUnavailable ||
        !(error instanceof DomainError) ||
        error.code !== "not_found"
      )
        throw error;
      return runIn({ ...context, replica: undefined }, prepared);
    });
  const remembered = async <T>(result: T): Promise<T> => {
    if (actorId && operation.method !== "GET") await rememberWrite(actorId);
    return result;
  };

  const responseOf = (result: unknown) => ({ status: operation.status, body: bodyOf(result) });
  if (key === null) {
    const result = await remembered(await run(ctx, await prepare()));
    if (operation.response !== "json") return { stream: result };
    return result instanceof PreparedBody ? result : { ...responseOf(result), replayed: false };
  }
  const act = {
    key,
    operation: operationOf(operation.method, new URL(request.url).pathname),
    requestHash: requestHash(),
    secret: operation.secret,
  };
  return remembered(
    await once(ctx as Context, act, prepare, async (tx, prepared) => responseOf(await run(tx, prepared))),
  );
}

function keyOf({ headers }: Request): string | null {
  const header = headers.get("idempotency-key");
  return header === null ? null : parseIdempotencyKey(header);
}

export function bodyOf(answer: unknown): string {
  return answer === undefined ? "" : JSON.stringify(answer);
}

/** Spends one write of the account's budgets in turn, up to the first that is exceeded. Returns their quotas. */
function spendWrite(kind: WriteKind, accountId: string): Promise<Quota[]> {
  const spendings = WRITE_BUDGETS[kind].map((budget) => ({ budget, subject: accountId }));
  return spendInTurn(spendings, { whenDown: "local" });
}

function refundIfUnavailable<T>(
  kind: WriteKind | null,
  accountId: string | undefined,
  write: () => Promise<T>,
): Promise<T> {
  if (!kind || !accountId) return write();
  return write().catch(async (error: unknown) => {
    if (failureOf(error).code === "unavailable")
      await Promise.all(WRITE_BUDGETS[kind].map((budget) => refund(budget, accountId, { whenDown: "local" })));
    throw error;
  });
}

/** Writes that only change one's own account or create no content: allowed before the address is verified. */
const OPEN_WRITES: readonly WriteKind[] = ["profile", "notices"];
const OPEN_BUDGETS: readonly BudgetName[] = ["pulse", "preview", "forgotPassword"];

/**
 * Rejects writes of an actor without a verified address where the deployment requires one.
 * @throws DomainError `forbidden`
 */
export function admitWriter(
  { method, writes, budget }: { method: Method; writes: WriteKind | null; budget?: BudgetName },
  actor: Actor | null,
): void {
  const isOpen = writes === null ? budget && OPEN_BUDGETS.includes(budget) : OPEN_WRITES.includes(writes);
  if (actor && method !== "GET" && !isOpen) requireVerifiedEmail(actor);
}
