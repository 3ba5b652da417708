import type { Context, VisitorContext } from "@/lib/domain/kernel/context";
import { DomainError } from "@/lib/domain/kernel/errors";
import type { Answer } from "@/lib/http/response/answer";
import { PreparedBody } from "@/lib/http/response/prepared-body";
import { rememberWrite } from "@/lib/infra/database/account-reads";
import { refundBudget, refundingWrite, spendWrite } from "./budgets";
import type { Call, Operation } from "./call";
import { once, boundOperation, parseIdempotencyKey } from "./idempotency";
import type { CheckedInput } from "./input";

/** Returns the `Idempotency-Key` of a call by somebody; null without one, or if the operation takes none. */
export function idempotencyKeyOf({ operation, request }: Call, { actor }: VisitorContext): string | null {
  const header = actor && operation.idempotent ? request.headers.get("idempotency-key") : null;
  return header === null ? null : parseIdempotencyKey(header);
}

/**
 * Spends the write budget of an admitted request and runs its operation, once per `Idempotency-Key`. A response that is
 * stored already spends nothing, and its call counts against no budget of the operation.
 */
export async function act(
  call: Call,
  ctx: VisitorContext,
  { key, values, requestHash }: CheckedInput & { key: string | null },
): Promise<Answer> {
  const { operation, request } = call;
  const actorId = ctx.actor?.id;
  const refunding = <T>(work: () => Promise<T>) => refundingWrite(operation.writes, actorId, work);
  const prepare = async () => {
    await spendWrite(call, actorId);
    return operation.prepare && refunding(async () => operation.prepare?.(ctx, values));
  };
  const run = (context: VisitorContext, prepared: unknown) =>
    onReplicaFirst(context, (at) => refunding(() => operation.run(at, values, prepared)));
  const remembered = async <T>(result: T): Promise<T> => {
    if (actorId && operation.method !== "GET") await rememberWrite(actorId);
    return result;
  };
  if (key === null) {
    const result = await remembered(await run(ctx, await prepare()));
    if (operation.response !== "json") return { stream: result };
    return result instanceof PreparedBody ? result : { ...responseOf(operation, result), replayed: false };
  }
  const claimed = {
    key,
    operation: boundOperation(operation.method, new URL(request.url).pathname),
    requestHash: requestHash(),
    secret: operation.secret,
  };
  const runOnce = async (tx: Context, prepared: unknown) => responseOf(operation, await run(tx, prepared));
  // There is a key only if there is an actor.
  const answer = await remembered(await once(ctx as Context, claimed, prepare, runOnce));
  if (answer.replayed) await refundBudget(call);
  return answer;
}

/**
 * Reads again from the primary what the replica does not have: the client may know the resource from a webhook before
 * the replica has it. Not while the primary is unavailable.
 */
function onReplicaFirst<T>(ctx: VisitorContext, run: (ctx: VisitorContext) => Promise<T>): Promise<T> {
  return run(ctx).catch((error: unknown) => {
    const isMissing = error instanceof DomainError && error.code === "not_found";
    if (!isMissing || !ctx.replica || ctx.replica.isPrimaryUnavailable) throw error;
    return run({ ...ctx, replica: undefined });
  });
}

function responseOf({ status, alternative }: Operation, result: unknown) {
  const isAlternative = alternative !== undefined && alternative.recognizes(result as object);
  return { status: isAlternative ? alternative.status : status, body: bodyOf(result) };
}

export function bodyOf(answer: unknown): string {
  return answer === undefined ? "" : JSON.stringify(answer);
}
