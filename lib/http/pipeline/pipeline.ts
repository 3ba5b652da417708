import type { Handler } from "@/lib/http/handlers";
import type { ApiOperation, SessionOperation } from "@/lib/http/operation";
import { eventsRequestOf } from "@/lib/http/response/event-stream";
import type { PlainResponse } from "@/lib/http/response/plain-response";
import { failed, success } from "@/lib/http/response/response";
import { act, idempotencyKeyOf } from "./act";
import {
  requireActive,
  requireOffered,
  requirePageAccount,
  requireProof,
  requireSameOrigin,
  requireScopes,
  requireStaffRole,
  requireVerifiedWriter,
} from "./admission";
import { spendBudget, spendQuota } from "./budgets";
import { beginCall, type Call } from "./call";
import { apiContext, sessionContext } from "./context";
import { identifyKey, identifySession } from "./identify";
import { readInput } from "./input";
import { logCall } from "./log-call";
import { recorded } from "./record-request";
import { presentLimited, presentSession, rejectSession } from "./session-response";
import { sandboxed } from "./sandboxed";

/**
 * Builds the handler of an operation. What happens to a request, and in which order, is `answerByKey` for programs and
 * `answerBySession` for browsers: each line is a check that may reject it, or finds out what the next lines need.
 */
export const handle = (operation: ApiOperation | SessionOperation): Handler =>
  recorded(operation, operation.channel === "api" ? byKey(operation) : bySession(operation));

function byKey(operation: ApiOperation): Handler {
  const name = `${operation.method} ${operation.path}`;
  const answer: Handler = async (request, mount) => {
    const call = beginCall(operation, request, mount);
    const response = await answerByKey(call).catch((error: unknown) => failed(error, request, call.state));
    logCall(name, request, call.state, response);
    return response;
  };
  const isAct = operation.method !== "GET" && !operation.keepsSandbox;
  return operation.scope === null ? answer : sandboxed({ isAct }, answer);
}

function bySession(operation: SessionOperation): Handler {
  return async (request, mount) => {
    const call = beginCall(operation, request, mount);
    return answerBySession(call).catch((error: unknown) => rejectSession(call, error));
  };
}

/** Answers a program. The quota precedes rejections, so that every response has its headers. */
async function answerByKey(call: Call<ApiOperation>): Promise<PlainResponse> {
  const { operation, request, params, state } = call;
  const caller = await identifyKey(call);
  if (caller) {
    await spendQuota(call, caller);
    requireActive(caller);
    requireScopes(call, caller);
    requireStaffRole(operation, caller.actor);
    requireVerifiedWriter(operation, caller.actor);
  }
  const ctx = apiContext(call, caller?.actor ?? null);
  const key = idempotencyKeyOf(call, ctx);
  const input = await readInput(operation, request, params);
  const answer = await act(call, ctx, { ...input, key });
  return success(operation, request, state, answer);
}

/** Answers a browser. The budget of its address precedes everything that costs a query. */
async function answerBySession(call: Call<SessionOperation>): Promise<Response> {
  const { operation, request, params, state } = call;
  requireOffered(operation);
  if (operation.budgetPer === "ip" && !(await spendBudget(call, state.clientIp))) return presentLimited(call);
  if (operation.method !== "GET") requireSameOrigin(request);
  const actor = await identifySession(call);
  if (actor) {
    requirePageAccount(request, actor);
    requireStaffRole(operation, actor);
    requireVerifiedWriter(operation, actor);
    if (operation.budgetPer === "user" && !(await spendBudget(call, actor.id))) return presentLimited(call);
  }
  const ctx = sessionContext(call, actor);
  requireProof(operation, ctx);
  const key = idempotencyKeyOf(call, ctx);
  const input = await readInput(operation, request, params);
  if (operation.response === "events") Object.assign(input.values, await eventsRequestOf(request, input.values));
  const answer = await act(call, ctx, { ...input, key });
  return presentSession(call, answer);
}
