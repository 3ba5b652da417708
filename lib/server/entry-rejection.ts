import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { newRequestId } from "@/lib/domain/request-id";
import { envelopeOf, JSON_TYPE } from "@/lib/http/response/envelope";
import { type Failure, failureOf } from "@/lib/http/response/errors";
import { responseHeaders } from "@/lib/http/response/response";
import { untouched } from "@/lib/infra/limiter/rate-limit";
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
    ...(failure.retryAfter !== undefined && { "Retry-After": failure.retryAfter }),
    ...headers,
  });
  response.end(bodyFor(path, failure, requestId));
}

function bodyFor(path: string, failure: Failure, requestId: string): string {
  if (isPublic(path)) return envelopeOf(failure, requestId);
  return isApi(path) ? JSON.stringify({ error: failure.message }) : `${failure.message}\n`;
}

const isPublic = (url: string) => url.startsWith("/api/v1/");
