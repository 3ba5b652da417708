import { isIP } from "node:net";
import { DomainError } from "@/lib/domain/kernel/errors";
import { readJson } from "@/lib/http/body/json-body";
import { type Handlers, handlersFor, type MountContext, type Route } from "@/lib/http/handlers";
import { requireTraversable } from "@/lib/http/pipeline/input";
import { failureOf, JSON_TYPE, logFailure } from "@/lib/http/response/errors";
import { recorded } from "@/lib/http/pipeline/record-request";
import { requireActive, requireSameOrigin } from "@/lib/http/pipeline/admission";
import { spendQuota } from "@/lib/http/pipeline/budgets";
import { identify } from "@/lib/http/pipeline/identify";
import { sandboxed } from "@/lib/http/pipeline/sandboxed";
import { PlainResponse } from "@/lib/http/response/plain-response";
import { beginRequest, challengeOf, type RequestState } from "@/lib/http/response/response";
import { env } from "@/lib/infra/environment/env";
import { quotaHeaders } from "@/lib/infra/limiter/rate-limit";
import { trustedHost } from "@/lib/infra/network/client-ip";
import { withTimeout } from "@/lib/infra/timeout";
import type { Tool } from "@/lib/openapi/tools";
import { scopesOf, selectionOf } from "./selection";

const ALLOW = "POST, OPTIONS";

/** How long a message may take. Shorter than the timeouts of proxies and hosts. */
const TIMEOUT_MS = 25_000;

/** Builds the handlers of the Model Context Protocol over streamable HTTP, without sessions (docs/mcp.md). */
export function mcpRoute(): Route {
  return { path: "/mcp", handlers: serveMcp() };
}

/**
 * Answers the Model Context Protocol. Without sessions there is nothing to resume or end, so GET and DELETE get a 405,
 * as the protocol requires.
 */
export function serveMcp(timeoutMs = TIMEOUT_MS): Handlers {
  return handlersFor({
    declared: {
      POST: recorded(
        { method: "POST", path: "/mcp" },
        sandboxed({ isAct: false }, (request, mount) => receive(request, forMcp(mount), timeoutMs)),
      ),
    },
    options: async () =>
      new PlainResponse(null, { status: 204, headers: { Allow: ALLOW, "Cache-Control": "no-store" } }),
    undeclared: async (request, mount) =>
      rejected(
        request,
        beginRequest(forMcp(mount)),
        new DomainError("method_not_allowed", `This path answers ${ALLOW}.`),
        { Allow: ALLOW },
      ),
  });
}

/** The scopes that an app should request: those of the tools selected by the URL, if that selection is valid. */
function scopesAsked(request: Request): string[] {
  try {
    return scopesOf(selectionOf(request));
  } catch {
    return [];
  }
}

/** Requires access tokens for this server, here and in the operations that its tools run. */
const forMcp = (mount: MountContext): MountContext => ({ ...mount, audience: "mcp" });

/**
 * Every message costs one call of the key's quota: that of a tool is spent in the pipeline of its operation, or here if
 * it reaches none, and that of any other message before the work that it causes.
 */
async function receive(request: Request, mount: MountContext, timeoutMs: number): Promise<Response> {
  const state = beginRequest(mount);
  try {
    requireOwnAddress(request);
    const caller = await identify(request, state, { orReplica: true });
    const done = { isQuotaSpent: false, hasWritten: false };
    let answer: Response;
    try {
      requireActive(caller);
      const selection = selectionOf(request);
      const message = await readJson(request);
      requireTraversable(message);
      if (!isToolCall(message)) {
        done.isQuotaSpent = true;
        await spendQuota({ state, operation: { method: "GET" } }, caller);
      }
      // Loaded on demand: most servers never get a message, and the protocol's library takes time and memory to load.
      const { answerMessage } = await import("./protocol");
      const onOperation = ({ isWrite }: Tool) => {
        done.isQuotaSpent = true;
        done.hasWritten ||= isWrite;
      };
      const exchange = { request, mount, selection, message, scopes: caller.scopes, onOperation };
      answer = await withTimeout(answerMessage(exchange), timeoutMs, failLate);
    } finally {
      if (!done.isQuotaSpent) await spendQuota({ state, operation: { method: "GET" } }, caller);
    }
    return await sent(state, answer, !done.hasWritten);
  } catch (error) {
    state.scopes = scopesAsked(request);
    return rejected(request, state, error);
  }
}

const isToolCall = (message: unknown) => (message as { method?: unknown } | null)?.method === "tools/call";

async function sent(state: RequestState, answer: Response, changesNothing: boolean): Promise<Response> {
  const headers = headersOf(state);
  const type = answer.headers.get("content-type");
  if (type !== null) headers["Content-Type"] = type;
  const text = await answer.text();
  return new PlainResponse(text === "" ? null : text, { status: answer.status, headers, changesNothing });
}

/** Returns an error in JSON-RPC, with the status that the API would return. */
function rejected(request: Request, state: RequestState, error: unknown, extra: Record<string, string> = {}) {
  const failure = failureOf(error);
  logFailure("api", { request, requestId: state.requestId, failure, error });
  const headers: Record<string, string> = { ...headersOf(state), ...extra, "Content-Type": JSON_TYPE };
  const challenge = challengeOf(failure, state);
  if (challenge) headers["WWW-Authenticate"] = challenge;
  if (failure.retryAfterSeconds !== undefined) headers["Retry-After"] = String(failure.retryAfterSeconds);
  const { code, message, issues } = failure;
  const data = { code, request_id: state.requestId, errors: issues };
  const body = { jsonrpc: "2.0", id: null, error: { code: failure.status === 400 ? -32600 : -32000, message, data } };
  return new PlainResponse(JSON.stringify(body), { status: failure.status, headers });
}

function headersOf(state: RequestState): Record<string, string> {
  return { "X-Request-Id": state.requestId, "Cache-Control": "no-store", ...quotaHeaders(state.quotas) };
}

function failLate(): never {
  throw new DomainError(
    "outcome_unknown",
    "This took too long. A write may have taken effect: look before you repeat it.",
    {
      retryAfterSeconds: 5,
    },
  );
}

/** A host alone, with or without a port: a URL would also be read from an empty one, or one with a user or a path. */
const HOST = /^(?:\[[\da-f:.]+\]|[\w.-]+)(?::\d+)?$/;

/**
 * Rejects requests from pages of other sites, including sites whose name resolves to this machine (DNS rebinding). The
 * Host must be the site's own, or one that no other site can own: an IP address, or a name without a dot, such as
 * localhost or a proxy's name for this server.
 */
function requireOwnAddress(request: Request): void {
  const host = trustedHost(request) ?? "";
  const hostname = HOST.test(host) && URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : "";
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, "")) !== 0;
  if (!isAddress && (hostname === "" || hostname.includes(".")) && hostname !== new URL(env().siteUrl).hostname)
    throw new DomainError("forbidden", `This is not the site's own address. Connect to ${env().siteUrl}/mcp.`);
  requireSameOrigin(request);
}
