import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { randomBase62 } from "@/lib/domain/id";
import { corsHeaders } from "@/lib/http/cors";
import { quotaHeaders, untouched } from "@/lib/infra/rate-limit";
import { env } from "@/lib/infra/env";

const RETRY_AFTER_SECONDS = 5;
const MESSAGE = "The service has too much to do just now. Nothing was changed; try again in a few seconds.";

/**
 * Answers 503 in the format of the request's kind, at almost no cost: reads nothing, and looks nobody up. Counts
 * against nobody, as its rate limit headers show.
 */
export function rejectBusy({ url = "" }: IncomingMessage, response: ServerResponse): void {
  const requestId = `req_${randomBase62(randomBytes, 24)}`;
  const type = url.startsWith("/api/") ? "application/json" : "text/plain";
  response.writeHead(503, {
    "Retry-After": RETRY_AFTER_SECONDS,
    "Cache-Control": "no-store",
    "Content-Type": `${type}; charset=utf-8`,
    "X-Request-Id": requestId,
    ...(url.startsWith("/api/v1/") && { ...corsHeaders, ...quotaHeaders(untouched("authFailures")) }),
  });
  response.end(bodyFor(url, requestId));
}

function bodyFor(url: string, requestId: string): string {
  if (url.startsWith("/api/v1/"))
    return JSON.stringify({
      error: {
        type: "api_error",
        code: "unavailable",
        message: MESSAGE,
        request_id: requestId,
        doc_url: new URL("/docs/api#error-unavailable", env().siteUrl).href,
      },
    });
  return url.startsWith("/api/") ? JSON.stringify({ error: MESSAGE }) : `${MESSAGE}\n`;
}
