import { after } from "next/server";
import { type Context, createContext } from "@/lib/domain/context";
import { Refusal } from "@/lib/domain/errors";
import { bodyOf, failed, newWalk, success, type Walk, walkHeaders } from "./answer";
import { authenticate, type Caller } from "./authenticate";
import { clientIp } from "./client-ip";
import { preflight } from "./cors";
import type { ApiEndpoint, Method } from "./endpoint";
import { type Handler, type Handlers, handlersFor } from "./handlers";
import { once, oncePrepared, parseIdempotencyKey, type StoredAnswer } from "./idempotency";
import { type PathParams, readInput } from "./input";
import { peek, type Quota, spend } from "./rate-limit";

/**
 * The route handlers of a path of the public API: every method answers, the undeclared ones with 405.
 * Key → quota → scope → input → run. Quota is spent before refusing, so that every answer carries its headers.
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
  const refusal = () => new Refusal("not_found", "There is no such path in this API. GET /api/v1/openapi.json lists them all.");
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
  if (caller.suspended) throw new Refusal("account_suspended", "This account is suspended. Write to us if you think that is wrong.");
  if (endpoint.scope && !caller.scopes.includes(endpoint.scope)) {
    throw new Refusal("insufficient_scope", `This key lacks the scope ${endpoint.scope}. Make a key that has it in Settings → Developer.`);
  }
  return caller;
}

async function spendQuota(walk: Walk, { actor, keyId }: Caller, { method, budget }: Pick<ApiEndpoint, "method" | "budget">): Promise<void> {
  const whenDown = method === "GET" ? "open" : "local";
  const own = spend(actor.tier === "pro" ? "v1Pro" : "v1Free", keyId, { whenDown });
  walk.quotas = await Promise.all(budget ? [own, spend(budget, actor.id, { whenDown })] : [own]);
  const spent = walk.quotas.find((quota) => !quota.allowed);
  if (spent) throw rateLimited(spent);
}

async function admitAnyone(request: Request, walk: Walk): Promise<null> {
  walk.quotas = [await peek("authFailures", clientIp(request), { whenDown: "open" })];
  return null;
}

async function perform(endpoint: ApiEndpoint, request: Request, params: PathParams, walk: Walk, caller: Caller | null): Promise<StoredAnswer> {
  const header = endpoint.idempotent ? request.headers.get("idempotency-key") : null;
  const key = header === null ? null : parseIdempotencyKey(header);
  const { values, fingerprint } = await readInput(endpoint, request, params);
  // An operation without a scope has no actor, and its `run` asks for none.
  const ctx = createContext({ actor: caller?.actor ?? null, door: "api", now: walk.now, requestId: walk.requestId, afterCommit: (job) => after(job), signal: request.signal }) as Context;
  // The declaration ties `run`'s types to its schemas, and the values were just checked against them.
  const prepare = async () => endpoint.prepare?.(ctx, values as never);
  const act = async (context: Context, prepared: unknown) => ({ status: endpoint.status, body: bodyOf(await endpoint.run(context, values as never, prepared as never)) });
  if (key === null) return { ...(await act(ctx, await prepare())), replayed: false };
  const operation = `${endpoint.method} ${new URL(request.url).pathname}`;
  const identified = { key, operation, fingerprint, secret: endpoint.secret };
  return endpoint.prepare ? oncePrepared(ctx, identified, prepare, act) : once(ctx, identified, (tx) => act(tx, undefined));
}

/** Refuses whatever comes, and still counts and shows the quota of who asks. */
function refuse(refusal: () => Refusal, headers: Record<string, string> = {}): Handler {
  return async (request) => {
    const walk = newWalk();
    try {
      const caller = await authenticate(request, walk.now);
      if (caller instanceof Refusal) await admitAnyone(request, walk);
      else await spendQuota(walk, caller, { method: "GET" });
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

function rateLimited(quota: Quota): Refusal {
  return new Refusal("rate_limited", `Too many requests. Wait ${quota.retryAfter} s and try again.`, { retryAfter: quota.retryAfter });
}

/** HEAD goes with GET, and OPTIONS with everything. */
function allowed(methods: Method[]): string[] {
  return [...methods.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])), "OPTIONS"];
}
