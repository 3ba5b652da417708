import { after } from "next/server";
import { type Actor, type Context, createContext } from "@/lib/domain/context";
import { Refusal } from "@/lib/domain/errors";
import { bodyOf, failed, newWalk, success, type Walk, walkHeaders } from "./answer";
import { authenticate, type Caller } from "./authenticate";
import { clientIp } from "./client-ip";
import { preflight } from "./cors";
import type { Method } from "./declaration";
import type { ApiEndpoint } from "./endpoint";
import { type Handler, type Handlers, handlersFor } from "./handlers";
import { once, parseIdempotencyKey, type StoredAnswer } from "./idempotency";
import { type PathParams, readInput } from "./input";
import { peek, rateLimited, refund, spend } from "./rate-limit";
import { refundIfUnavailable, spendWrite } from "./write-budgets";

/**
 * The route handlers of a path of the public API: every method answers, the undeclared ones with 405.
 * Key → quota → scope → input → write budget → run. Quota is spent before refusing, so that every answer carries its headers.
 */
export function serve(...endpoints: ApiEndpoint[]): Handlers {
  const allow = allowed(endpoints.map(({ method }) => method));
  const refusal = () => new Refusal("method_not_allowed", `This path answers ${allow.join(", ")}.`);
  return handlersFor({
    declared: Object.fromEntries(endpoints.map((endpoint) => [endpoint.method, handle(endpoint)])),
    options: answerOptions(allow),
    undeclared: refuse(refusal, { Allow: allow.join(", ") }),
  });
}

/** The answer at paths where nothing is declared. */
export function serveUnknown(): Handlers {
  const refusal = () =>
    new Refusal("not_found", "There is no such path in this API. GET /api/v1/openapi.json lists them all.");
  return handlersFor({ declared: {}, options: answerOptions(allowed([])), undeclared: refuse(refusal) });
}

function handle(endpoint: ApiEndpoint): Handler {
  return async (request, { params }) => {
    const walk = newWalk();
    try {
      const caller = endpoint.scope === null ? await admitAnyone(request, walk) : await admit(request, walk, endpoint);
      return success(endpoint, request, walk, await perform(endpoint, request, await params, walk, caller));
    } catch (error) {
      return failed(error, request, walk);
    }
  };
}

/** Finds the caller, spends the quota, checks the scope. */
async function admit(request: Request, walk: Walk, endpoint: ApiEndpoint): Promise<Caller> {
  const caller = await authenticate(request, walk.now);
  if (caller instanceof Refusal) {
    // Only failures count against an address, so a valid key is never refused for its neighbours'.
    const quota = await spend("authFailures", clientIp(request), { whenDown: "local" });
    walk.quotas = [quota];
    throw quota.allowed ? caller : rateLimited(quota);
  }
  await spendQuota(walk, caller, endpoint);
  if (caller.suspended)
    throw new Refusal("account_suspended", "This account is suspended. Write to us if you think that is wrong.");
  if (endpoint.scope && !caller.scopes.includes(endpoint.scope)) {
    throw new Refusal(
      "insufficient_scope",
      `This key lacks the scope ${endpoint.scope}. Make a key that has it in Settings → Developer.`,
    );
  }
  return caller;
}

/** The key's quota, then what all keys of its account share, then the operation's own: what one refuses is not counted by the next. */
async function spendQuota(
  walk: Walk,
  { actor, keyId }: Caller,
  { method, budget }: Pick<ApiEndpoint, "method" | "budget">,
): Promise<void> {
  const whenDown = method === "GET" ? "open" : "local";
  const own = await spend(tierOf(actor), keyId, { whenDown });
  walk.quotas = [own];
  if (!own.allowed) throw rateLimited(own);
  const account = await spend(`${tierOf(actor)}Account`, actor.id, { whenDown });
  if (account.remaining < own.remaining) walk.quotas.push(account);
  if (!account.allowed) throw rateLimited(account);
  if (!budget) return;
  const operation = await spend(budget, actor.id, { whenDown });
  walk.quotas.push(operation);
  if (!operation.allowed) throw rateLimited(operation);
}

const tierOf = ({ tier }: Actor) => (tier === "pro" ? "v1Pro" : "v1Free");

async function spendWriteBudget(walk: Walk, caller: Caller | null, { writes }: ApiEndpoint): Promise<void> {
  const spent = writes && caller && (await spendWrite(writes, caller.actor.id));
  if (!spent) return;
  walk.quotas.push(spent);
  throw rateLimited(spent);
}

async function admitAnyone(request: Request, walk: Walk): Promise<null> {
  walk.quotas = [await peek("authFailures", clientIp(request), { whenDown: "open" })];
  return null;
}

async function perform(
  endpoint: ApiEndpoint,
  request: Request,
  params: PathParams,
  walk: Walk,
  caller: Caller | null,
): Promise<StoredAnswer> {
  const header = endpoint.idempotent ? request.headers.get("idempotency-key") : null;
  const key = header === null ? null : parseIdempotencyKey(header);
  const { values, fingerprint } = await readInput(endpoint, request, params);
  // An operation without a scope has no actor, and its `run` asks for none.
  const ctx = createContext({
    actor: caller?.actor ?? null,
    door: "api",
    now: walk.now,
    requestId: walk.requestId,
    afterCommit: (job) => after(job),
    signal: request.signal,
  }) as Context;
  // The declaration ties `run`'s types to its schemas, and the values were just checked against them.
  const refunding = <T>(work: () => Promise<T>) => refundIfUnavailable(endpoint.writes, caller?.actor.id, work);
  const prepare = async () => {
    await spendWriteBudget(walk, caller, endpoint);
    return refunding(async () => endpoint.prepare?.(ctx, values as never));
  };
  const act = async (context: Context, prepared: unknown) => {
    const answer = await refunding(() => endpoint.run(context, values as never, prepared as never));
    return { status: endpoint.status, body: bodyOf(answer) };
  };
  if (key === null) return { ...(await act(ctx, await prepare())), replayed: false };
  const operation = `${endpoint.method} ${new URL(request.url).pathname}`;
  const answer = await once(ctx, { key, operation, fingerprint, secret: endpoint.secret }, prepare, act);
  if (answer.replayed && endpoint.budget && caller)
    await refund(endpoint.budget, caller.actor.id, { whenDown: "local" });
  return answer;
}

/**
 * Refuses whatever comes, to everybody in the same words and with the address's budget in the headers: neither may tell a
 * live key from a dead one. What is presented still counts as elsewhere, a dead key against the address.
 */
function refuse(refusal: () => Refusal, headers: Record<string, string> = {}): Handler {
  return async (request) => {
    const walk = newWalk();
    try {
      const caller = await authenticate(request, walk.now);
      if (caller instanceof Refusal && caller.code !== "missing_key")
        walk.quotas = [await spend("authFailures", clientIp(request), { whenDown: "local" })];
      else await admitAnyone(request, walk);
      if (!(caller instanceof Refusal)) await spend(tierOf(caller.actor), caller.keyId, { whenDown: "open" });
      throw refusal();
    } catch (error) {
      const response = failed(error, request, walk);
      for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
      return response;
    }
  };
}

function answerOptions(allow: string[]): Handler {
  return async (request) => {
    const walk = newWalk();
    await admitAnyone(request, walk);
    return preflight(allow, walkHeaders(walk));
  };
}

/** HEAD goes with GET, and OPTIONS with everything. */
function allowed(methods: Method[]): string[] {
  return [...methods.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])), "OPTIONS"];
}
