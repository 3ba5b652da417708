import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { DomainError } from "@/lib/domain/kernel/errors";
import { newRequestId } from "@/lib/domain/kernel/id";
import { envelopeOf, type Failure, failureOf, JSON_TYPE } from "@/lib/http/response/errors";
import { responseHeaders } from "@/lib/http/response/response";
import { untouched } from "@/lib/infra/limiter/rate-limit";
import { log } from "@/lib/infra/log/log";
import { isApi } from "./request-target";

/**
 * Rejects a request before any route handles it, in the format of its kind and at almost no cost: reads no body, looks
 * up no caller, and counts against no budget, as its rate limit headers show. Any error but a DomainError becomes a 500
 * without details.
 */
export function rejectAtEntry(
  { url = "" }: IncomingMessage,
  response: ServerResponse,
  error: unknown,
  headers: OutgoingHttpHeaders = {},
): void {
  const [path = ""] = url.split("?", 1);
  const failure = failureOf(error);
  const requestId = newRequestId();
  response.writeHead(failure.status, {
    "Cache-Control": "no-store",
    "Content-Type": isApi(path) ? JSON_TYPE : "text/plain; charset=utf-8",
    ...(isPublic(url)
      ? responseHeaders({ requestId, quotas: [untouched("authFailures")] })
      : { "X-Request-Id": requestId }),
    ...(failure.retryAfterSeconds !== undefined && { "Retry-After": failure.retryAfterSeconds }),
    ...headers,
  });
  response.end(bodyFor(path, failure, requestId));
}

function bodyFor(path: string, failure: Failure, requestId: string): string {
  if (isPublic(path)) return envelopeOf(failure, requestId);
  return isApi(path) ? JSON.stringify({ error: failure.message }) : `${failure.message}\n`;
}

const isPublic = (url: string) => url.startsWith("/api/v1/");

export function rejectMethod(request: IncomingMessage, response: ServerResponse, allow: string): void {
  const error = new DomainError("method_not_allowed", `This address answers ${allow}.`);
  return rejectAtEntry(request, response, error, { Allow: allow });
}

export function rejectBody(request: IncomingMessage, response: ServerResponse, path: string): void {
  const message = isApi(path) ? "The body is too large." : "This address takes no body.";
  return rejectAtEntry(request, response, new DomainError("payload_too_large", message));
}

/** Long enough for a burst to pass, short enough to wait for. */
export const RETRY_AFTER_SECONDS = 5;

export const unavailable = (message: string): DomainError =>
  new DomainError("unavailable", message, { retryAfterSeconds: RETRY_AFTER_SECONDS });

/** Answers 503 and closes the connection, whatever was requested. */
export function turnAway(request: IncomingMessage, response: ServerResponse, message: string): void {
  // Unread body bytes would reset the connection before the client reads the response.
  request.resume();
  rejectAtEntry(request, response, unavailable(message), { Connection: "close" });
}

/** Answers any error that the work throws: otherwise the client would wait until its connection times out. */
export async function answerFaults(
  request: IncomingMessage,
  response: ServerResponse,
  work: () => unknown,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    log.error("request failed at the entry", { error });
    if (response.headersSent) response.destroy();
    else rejectAtEntry(request, response, error);
  }
}
