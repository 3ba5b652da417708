import { type Audience, resourceMetadataPath } from "@/lib/domain/accounts/apps/resources";
import { env } from "@/lib/infra/environment/env";
import { newRequestId } from "@/lib/domain/kernel/id";
import { corsHeaders } from "./cors";
import type { ApiOperation } from "@/lib/http/operation";
import { type Deprecation, deprecationHeaders } from "./deprecation";
import { envelopeOf, type ErrorCode, type Failure, failureOf, JSON_TYPE, logFailure } from "./errors";
import { notModified, strongEtag } from "./etag";
import type { MountContext } from "@/lib/http/handlers";
import type { Answer } from "./answer";
import type { StoredResponse } from "@/lib/http/pipeline/idempotency";
import { PlainResponse } from "./plain-response";
import { PreparedBody } from "./prepared-body";
import { type Quota, quotaHeaders, untouched } from "@/lib/infra/limiter/rate-limit";
import { describeRequest } from "@/lib/infra/log/tracing";
import { currentTime } from "@/lib/infra/sandbox/scope";

/** What is known about a request so far; error responses use it too. */
export interface RequestState extends Pick<MountContext, "clientIp" | "waitUntil"> {
  requestId: string;
  now: Date;
  quotas: Quota[];
  audience: Audience;
  scopes: readonly string[];
  /** The account's budgets that a write spent. */
  writeQuotas?: Quota[];
  /** By `performance.now()`. */
  startedAt: number;
  /** The owner of the live key that the request presented, whatever the response. */
  caller?: { actor: { id: string }; keyId: string; developedAppId?: string };
  deprecated?: Deprecation;
  error?: ErrorCode;
}

export function beginRequest({ clientIp, waitUntil, audience = "api" }: MountContext): RequestState {
  const now = currentTime();
  const requestId = newRequestId(now);
  describeRequest({ requestId });
  return {
    requestId,
    now,
    startedAt: performance.now(),
    quotas: [],
    clientIp,
    waitUntil,
    audience,
    scopes: [],
  };
}

/** Returns the headers of every public API response. */
export function responseHeaders(
  state: Pick<RequestState, "requestId" | "quotas" | "writeQuotas" | "deprecated">,
): Record<string, string> {
  return {
    "X-Request-Id": state.requestId,
    Vary: "Authorization, X-API-Key",
    ...corsHeaders,
    ...quotaHeaders(state.quotas, state.writeQuotas),
    ...(state.deprecated && deprecationHeaders(state.deprecated)),
  };
}

export function success(
  operation: ApiOperation,
  request: Request,
  state: RequestState,
  returned: Answer,
): PlainResponse {
  const headers = responseHeaders(state);
  if (returned instanceof PreparedBody) return returned.respond(request, { ...headers, "Cache-Control": REVALIDATED });
  // No operation of the public API streams.
  const answer = returned as StoredResponse;
  if (answer.replayed) headers["Idempotency-Replayed"] = "true";
  if (operation.method === "GET") {
    headers["Cache-Control"] = REVALIDATED;
    headers.ETag = etagOf(operation, answer.body);
    if (notModified(request, headers.ETag)) return new PlainResponse(null, { status: 304, headers });
  } else {
    headers["Cache-Control"] = "no-store";
    if (operation.version) headers.ETag = etagOf(operation, answer.body);
  }
  if (answer.status === 204) return new PlainResponse(null, { status: 204, headers });
  headers["Content-Type"] = JSON_TYPE;
  return new PlainResponse(answer.body, { status: answer.status, headers });
}

export function etagOf({ volatile, version }: Pick<ApiOperation, "volatile" | "version">, body: string): string {
  return strongEtag(body, volatile, version?.(JSON.parse(body)));
}

/** Returns an error response in the public API's envelope. */
export function failed(
  error: unknown,
  request: Request,
  state: RequestState,
  extra: Record<string, string> = {},
): PlainResponse {
  const failure = failureOf(error);
  state.error = failure.code;
  logFailure("api", { request, requestId: state.requestId, failure, error });
  // The request failed before its budget was known: while the database is unavailable, keys cannot be looked up.
  if (state.quotas.length === 0) state.quotas = [untouched("authFailures")];
  const headers = { ...responseHeaders(state), ...extra };
  headers["Cache-Control"] = "no-store";
  headers["Content-Type"] = JSON_TYPE;
  const challenge = challengeOf(failure, state);
  if (challenge) headers["WWW-Authenticate"] = challenge;
  if (failure.retryAfterSeconds !== undefined) headers["Retry-After"] = String(failure.retryAfterSeconds);
  return new PlainResponse(envelopeOf(failure, state.requestId), { status: failure.status, headers });
}

/** Returns the `WWW-Authenticate` challenge: what the client lacks, and where to get it (RFC 6750, RFC 9728). */
export function challengeOf({ status, code }: Failure, { audience, scopes }: RequestState): string | undefined {
  if (status !== 401 && code !== "insufficient_scope") return undefined;
  const parameters = {
    realm: "Pegboard API",
    ...(code !== "missing_key" && { error: status === 401 ? "invalid_token" : code }),
    ...(scopes.length > 0 && { scope: scopes.join(" ") }),
    resource_metadata: new URL(resourceMetadataPath(audience), env().siteUrl).href,
  };
  return `Bearer ${Object.entries(parameters)
    .map(([name, value]) => `${name}="${value}"`)
    .join(", ")}`;
}

/** Also for content that is the same for everyone, because its headers are the caller's own. */
const REVALIDATED = "private, no-cache";
