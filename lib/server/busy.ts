import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { randomBase62 } from "@/lib/domain/id";
import { env } from "@/lib/infra/env";

const RETRY_AFTER_SECONDS = 5;
const MESSAGE = "The service has too much to do just now. Nothing was changed; try again in a few seconds.";

/** Answers 503 in the shape of its kind, at next to no cost: nothing was read, and nobody was looked up. */
export function refuseBusy({ url = "" }: IncomingMessage, response: ServerResponse): void {
  const requestId = `req_${randomBase62(randomBytes, 24)}`;
  response.statusCode = 503;
  response.setHeader("Retry-After", RETRY_AFTER_SECONDS);
  response.setHeader("Cache-Control", "no-store");
  response.setHeader("X-Request-Id", requestId);
  response.setHeader(
    "Content-Type",
    url.startsWith("/api/") ? "application/json; charset=utf-8" : "text/plain; charset=utf-8",
  );
  if (url.startsWith("/api/v1/")) response.setHeader("Access-Control-Allow-Origin", "*");
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
