import { type Actor, type Context, createContext, type SessionProof } from "@/lib/domain/context";
import { eventsRequestOf, runAtOnce } from "@/lib/http/response/event-stream";
import type { MountContext } from "@/lib/http/handlers";
import { once, parseIdempotencyKey, type StoredResponse } from "./idempotency";
import { readInput } from "./input";
import type { SessionOperation } from "@/lib/http/operation";
import { rateLimited } from "@/lib/domain/errors";
import { bodyOf } from "@/lib/http/response/response";
import { refundIfUnavailable, spendWrite } from "./write-budgets";

/** What `run` returned or, for a request with an `Idempotency-Key`, the stored response. */
export type Performed = { kind: "answer"; answer: unknown } | { kind: "stored"; stored: StoredResponse };

/** Validates an admitted request's input, spends its write budget and runs it, once per `Idempotency-Key`. */
export async function performSession(
  operation: SessionOperation,
  request: Request,
  {
    params,
    actor,
    session,
    requestId,
    clientIp,
    waitUntil,
  }: Pick<MountContext, "params" | "clientIp" | "waitUntil"> & {
    actor: Actor | null;
    session: SessionProof | undefined;
    requestId: string;
  },
): Promise<Performed> {
  const key = actor && operation.idempotent ? keyOf(request) : null;
  const { values, requestHash } = await readInput(operation, request, params);
  if (operation.events) Object.assign(values, await eventsRequestOf(request, values));
  const ctx = createContext({
    actor,
    channel: "session",
    requestId,
    clientIp,
    afterCommit: operation.events ? runAtOnce : waitUntil,
    signal: request.signal,
    session,
  });
  const refunding = <T>(work: () => Promise<T>) => refundIfUnavailable(operation.writes, actor?.id, work);
  const prepare = async () => {
    const spent = operation.writes && actor && (await spendWrite(operation.writes, actor.id));
    if (spent) throw rateLimited(spent);
    return refunding(async () => operation.prepare?.(ctx as never, values as never));
  };
  // The declaration ties `run`'s types to its schemas and to `session`.
  const run = (context: typeof ctx, prepared: unknown) =>
    refunding(() => operation.run(context as never, values as never, prepared as never));
  if (key === null) return { kind: "answer", answer: await run(ctx, await prepare()) };
  const stored = await once(
    ctx as Context,
    {
      key,
      operation: `${operation.method} ${new URL(request.url).pathname}`,
      requestHash: requestHash(),
      secret: operation.secret,
    },
    prepare,
    async (tx, prepared) => ({ status: operation.status, body: bodyOf(await run(tx, prepared)) }),
  );
  return { kind: "stored", stored };
}

function keyOf({ headers }: Request): string | null {
  const header = headers.get("idempotency-key");
  return header === null ? null : parseIdempotencyKey(header);
}
