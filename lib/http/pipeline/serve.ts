import { type Actor, createContext } from "@/lib/domain/kernel/context";
import { accountSuspended, DomainError, rateLimited } from "@/lib/domain/kernel/errors";
import type { Scope } from "@/lib/domain/accounts/keys/scopes";
import { requireStaff } from "@/lib/domain/accounts/guards/staff";
import { logRequest } from "@/lib/domain/accounts/request-log/commands";
import { allowedMethods, type Handler, type Handlers, handlersFor, type MountContext } from "@/lib/http/handlers";
import type { ApiOperation } from "@/lib/http/operation";
import { preflight } from "@/lib/http/response/cors";
import type { PlainResponse } from "@/lib/http/response/plain-response";
import { PreparedBody } from "@/lib/http/response/prepared-body";
import { beginRequest, failed, type RequestState, responseHeaders, success } from "@/lib/http/response/response";
import { peek, type Quota, refund, spend, type Spending, spendInTurn } from "@/lib/infra/limiter/rate-limit";
import { currentSandbox } from "@/lib/infra/sandbox/scope";
import { authenticate, type Caller } from "./authenticate";
import type { StoredResponse } from "./idempotency";
import { admitWriter, perform } from "./perform";
import { recorded } from "./record-request";
import { sandboxed } from "./sandboxed";

/**
 * Builds the handlers of operations of the public API. They check in this order: key, quota, suspension, scope, staff
 * role, verified e-mail, input, write budget. The quota precedes rejections, so every response has its headers.
 */
export function serve(...operations: ApiOperation[]): Handlers {
  const allow = allowedMethods(operations);
  const rejection = () => new DomainError("method_not_allowed", `This path answers ${allow.join(", ")}.`);
  return handlersFor({
    declared: Object.fromEntries(operations.map((operation) => [operation.method, handle(operation)])),
    options: answerOptions(allow),
    undeclared: sandboxed(rejectAll(rejection, { Allow: allow.join(", ") }), { isAct: false }),
  });
}

export function serveUnknown(): Handlers {
  const rejection = () =>
    new DomainError("not_found", "There is no such path in this API. GET /api/v1/openapi.json lists them all.");
  return handlersFor({
    declared: {},
    options: answerOptions(allowedMethods([])),
    undeclared: sandboxed(rejectAll(rejection), { isAct: false }),
  });
}

function handle(operation: ApiOperation): Handler {
  const name = `${operation.method} ${operation.path}`;
  const answerCall: Handler = async (request, context) => {
    const state = beginRequest(context, operation.scope === null ? [] : [operation.scope]);
    state.deprecated = operation.deprecated;
    const response = await answer(operation, request, context, state);
    logCall(name, request, state, response);
    return response;
  };
  const isAct = operation.method !== "GET" && !operation.keepsSandbox;
  return recorded(operation, operation.scope === null ? answerCall : sandboxed(answerCall, { isAct }));
}

async function answer(
  operation: ApiOperation,
  request: Request,
  { params }: MountContext,
  state: RequestState,
): Promise<PlainResponse> {
  try {
    const caller = operation.scope === null ? await admitAnyone(state) : await admit(request, state, operation);
    const ctx = createContext({
      actor: caller?.actor ?? null,
      channel: "api",
      now: state.now,
      requestId: state.requestId,
      afterCommit: state.waitUntil,
      readsReplica: operation.replica ? "preferred" : undefined,
      // Only slow work observes the signal, and creating it costs as much as the rest of the context.
      signal: operation.prepare ? request.signal : undefined,
    });
    const onWriteSpent = (quotas: Quota[]) => (state.writeQuotas = quotas);
    const performed = await perform(operation, request, { params, ctx, onWriteSpent });
    // No operation of the public API streams.
    const answer = performed as StoredResponse | PreparedBody;
    if (!(answer instanceof PreparedBody) && answer.replayed && operation.budget && caller)
      await refund(operation.budget, caller.actor.id, { whenDown: "local" });
    return success(operation, request, state, answer);
  } catch (error) {
    return failed(error, request, state);
  }
}

async function admit(request: Request, state: RequestState, operation: ApiOperation): Promise<Caller> {
  const caller = await identify(request, state, { orReplica: operation.replica });
  state.caller = caller;
  await spendQuota(state, caller, operation);
  requireActive(caller);
  for (const scope of scopesOf(operation, request))
    if (!caller.scopes.includes(scope)) throw insufficientScope(caller, scope);
  if (operation.staff) requireStaff(caller.actor, operation.staff);
  admitWriter(operation, caller.actor);
  return caller;
}

/** The scopes of an operation, and of what the request includes. */
function scopesOf({ scope, includes }: ApiOperation, { url }: Request): Scope[] {
  const own = scope ? [scope] : [];
  if (!includes) return own;
  const names = new URL(url).searchParams.getAll("include").flatMap((value) => value.split(","));
  return [...own, ...Object.entries(includes).flatMap(([name, needed]) => (names.includes(name) ? needed : []))];
}

function insufficientScope({ isApp }: Caller, scope: Scope): DomainError {
  const where = currentSandbox() ? "by POST /api/v1/sandbox/keys" : "in Settings → Developer";
  const message = isApp
    ? `This app lacks the scope ${scope}. Ask its user to authorize it again with this scope.`
    : `This key lacks the scope ${scope}. Make a key that has it ${where}.`;
  return new DomainError("insufficient_scope", message);
}

/** Identifies the caller. Only failures count against an address, so neighbours never get a valid key rejected. */
export async function identify(
  request: Request,
  state: RequestState,
  options?: { orReplica: boolean },
): Promise<Caller> {
  const caller = await authenticate(request, state, options);
  if (!(caller instanceof DomainError)) return caller;
  const quota = await spend("authFailures", state.clientIp, { whenDown: "local" });
  state.quotas = [quota];
  throw quota.allowed ? caller : rateLimited(quota);
}

export function requireActive({ suspended }: Caller): void {
  if (suspended) throw accountSuspended();
}

/** Spends the key's quota, then the account's, then the operation's. A request that one rejects spends no later one. */
export async function spendQuota(
  state: RequestState,
  { actor, keyId }: Caller,
  { method, budget }: Pick<ApiOperation, "method" | "budget">,
): Promise<void> {
  const whenDown = method === "GET" ? "open" : "local";
  const spendings: Spending[] = [
    { budget: tierOf(actor), subject: keyId },
    { budget: `${tierOf(actor)}Account`, subject: actor.id },
  ];
  if (budget) spendings.push({ budget, subject: actor.id });
  const spent = await spendInTurn(spendings, { whenDown });
  const [own, account] = spent;
  // The account's quota is shown only if it is tighter than the key's.
  state.quotas = spent.filter((quota) => quota !== account || !own || account.remaining < own.remaining);
  const rejected = spent.at(-1);
  if (rejected && !rejected.allowed) throw rateLimited(rejected);
}

const tierOf = ({ tier }: Actor) => (tier === "pro" ? "v1Pro" : "v1Free");

async function admitAnyone(state: RequestState): Promise<null> {
  state.quotas = [await peek("authFailures", state.clientIp, { whenDown: "open" })];
  return null;
}

/** The same error for every request: neither it nor its headers tell a live key from a dead one. Invalid keys count. */
function rejectAll(rejection: () => DomainError, headers: Record<string, string> = {}): Handler {
  return async (request, context) => {
    const state = beginRequest(context);
    try {
      const caller = await authenticate(request, state);
      if (caller instanceof DomainError && caller.code !== "missing_key")
        state.quotas = [await spend("authFailures", state.clientIp, { whenDown: "local" })];
      else await admitAnyone(state);
      if (!(caller instanceof DomainError)) {
        state.caller = caller;
        await spend(tierOf(caller.actor), caller.keyId, { whenDown: "open" });
      }
      throw rejection();
    } catch (error) {
      const response = failed(error, request, state, headers);
      logCall(null, request, state, response);
      return response;
    }
  };
}

function answerOptions(allow: string[]): Handler {
  return async (_request, context) => {
    const state = beginRequest(context);
    await admitAnyone(state);
    return preflight(allow, responseHeaders(state));
  };
}

/**
 * Logs it for a live key's owner, and for an app's developer, who does not see the user. Contains only what we declare
 * and respond, and of the request only the length of its body.
 * @param operation method and path as declared; null if no operation is declared there
 */
function logCall(
  operation: string | null,
  request: Request,
  { caller, error, requestId, now, startedAt, waitUntil }: RequestState,
  response: PlainResponse,
): void {
  if (!caller) return;
  const entry = {
    id: requestId,
    createdAtMs: now.getTime(),
    userId: caller.actor.id,
    keyId: caller.keyId,
    operation,
    status: response.status,
    error: error ?? null,
    durationMs: Math.round((performance.now() - startedAt) * 10) / 10,
    requestBytes: request.method === "GET" || request.method === "HEAD" ? 0 : lengthOf(request),
    responseBytes: request.method === "HEAD" ? 0 : sizeOf(response.content),
    times: 1,
  };
  const { developedAppId } = caller;
  if (developedAppId !== undefined) logRequest({ ...entry, userId: developedAppId, keyId: developedAppId }, waitUntil);
  logRequest(entry, waitUntil);
}

/** The largest length that is logged. Larger bodies are rejected unread. */
const MAX_LENGTH = 2 ** 31 - 1;

function lengthOf({ headers }: Request): number | null {
  const announced = headers.get("content-length");
  if (announced === null) return headers.has("transfer-encoding") ? null : 0;
  const length = Number(announced);
  return Number.isSafeInteger(length) && length >= 0 && length <= MAX_LENGTH ? length : null;
}

const sizeOf = (content: PlainResponse["content"]) => (content === null ? 0 : Buffer.byteLength(content));
