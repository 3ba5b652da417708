import { newRequestId } from "@/lib/domain/context";
import { env } from "@/lib/infra/env";
import { log } from "@/lib/infra/log";
import { corsHeaders } from "./cors";
import type { ApiEndpoint } from "./endpoint";
import { failureOf, isFault } from "./errors";
import { notModified, strongEtag } from "./etag";
import type { StoredAnswer } from "./idempotency";
import { type Quota, quotaHeaders } from "./rate-limit";

/** What one request's walk has found out so far; failures are answered with it too. */
export interface Walk {
  requestId: string;
  now: Date;
  quotas: Quota[];
}

export function newWalk(): Walk {
  return { requestId: newRequestId(), now: new Date(), quotas: [] };
}

/** The headers of every answer of the public API. */
export function walkHeaders(walk: Walk): Record<string, string> {
  return {
    "X-Request-Id": walk.requestId,
    Vary: "Authorization, X-API-Key",
    ...corsHeaders,
    ...quotaHeaders(...walk.quotas),
  };
}

/** What `run` gave, as the text of a body. */
export function bodyOf(answer: unknown): string {
  return answer === undefined ? "" : JSON.stringify(answer);
}

export function success(endpoint: ApiEndpoint, request: Request, walk: Walk, answer: StoredAnswer): Response {
  const headers = walkHeaders(walk);
  if (answer.replayed) headers["Idempotency-Replayed"] = "true";
  if (endpoint.method === "GET") {
    headers["Cache-Control"] = endpoint.scope === null ? "public, max-age=300" : "private, no-cache";
    headers.ETag = strongEtag(answer.body, endpoint.volatile);
    if (notModified(request, headers.ETag)) return new Response(null, { status: 304, headers });
  } else {
    headers["Cache-Control"] = "no-store";
  }
  if (answer.status === 204) return new Response(null, { status: 204, headers });
  headers["Content-Type"] = JSON_TYPE;
  return new Response(answer.body, { status: answer.status, headers });
}

/** The error envelope of the public API. */
export function failed(error: unknown, request: Request, walk: Walk): Response {
  const { pathname } = new URL(request.url);
  const failure = failureOf(error);
  if (isFault(failure, error, request)) log.error("v1 request failed", { requestId: walk.requestId, method: request.method, path: pathname, error });
  const headers = walkHeaders(walk);
  headers["Cache-Control"] = "no-store";
  headers["Content-Type"] = JSON_TYPE;
  if (failure.status === 401) headers["WWW-Authenticate"] = 'Bearer realm="Pegboard API"';
  if (failure.retryAfter !== undefined) headers["Retry-After"] = String(failure.retryAfter);
  const envelope = {
    error: {
      type: failure.type,
      code: failure.code,
      message: failure.message,
      request_id: walk.requestId,
      param: failure.issues?.[0]?.param,
      doc_url: new URL(`/docs/api#error-${failure.code}`, env().siteUrl).href,
      errors: failure.issues,
    },
  };
  return new Response(JSON.stringify(envelope), { status: failure.status, headers });
}

const JSON_TYPE = "application/json; charset=utf-8";
