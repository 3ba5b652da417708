import type { Context, VisitorContext } from "@/lib/domain/context";
import { DomainError, rateLimited } from "@/lib/domain/errors";
import type { ApiOperation, SessionOperation } from "@/lib/http/operation";
import { eventsRequestOf } from "@/lib/http/response/event-stream";
import { PreparedBody } from "@/lib/http/response/prepared-body";
import { bodyOf } from "@/lib/http/response/response";
import type { Quota } from "@/lib/infra/limiter/rate-limit";
import { rememberWrite } from "@/lib/infra/database/account-reads";
import { once, operationOf, parseIdempotencyKey, type StoredResponse } from "./idempotency";
import { type PathParams, readInput } from "./input";
import { refundIfUnavailable, spendWrite } from "./write-budgets";

/** What `run` returned, for an operation whose response is streamed. */
export interface Streamed {
  stream: unknown;
}

interface Admitted {
  params: PathParams;
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
      // unless it is away.
      if (
        !context.replica ||
        context.replica.isPrimaryAway ||
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
