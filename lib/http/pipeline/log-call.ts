import { logRequest } from "@/lib/domain/accounts/request-log/commands";
import type { PlainResponse } from "@/lib/http/response/plain-response";
import type { RequestState } from "@/lib/http/response/response";

/**
 * Logs a call for a live key's owner, and for an app's developer, who does not see the user. Contains only what we
 * declare and respond, and of the request only the length of its body.
 * @param operation method and path as declared; null if no operation is declared there
 */
export function logCall(
  operation: string | null,
  request: Request,
  { caller, error, requestId, now, startedAt, waitUntil }: RequestState,
  response: PlainResponse,
): void {
  if (!caller) return;
  const entry = {
    id: requestId,
    createdAtMs: now.getTime(),
    userId: caller.actor.id,
    keyId: caller.keyId,
    operation,
    status: response.status,
    error: error ?? null,
    durationMs: Math.round((performance.now() - startedAt) * 10) / 10,
    requestBytes: request.method === "GET" || request.method === "HEAD" ? 0 : lengthOf(request),
    responseBytes: request.method === "HEAD" ? 0 : sizeOf(response.content),
    times: 1,
  };
  const { developedAppId } = caller;
  if (developedAppId !== undefined) logRequest({ ...entry, userId: developedAppId, keyId: developedAppId }, waitUntil);
  logRequest(entry, waitUntil);
}

/** The largest length that is logged. Larger bodies are rejected unread. */
const MAX_LENGTH = 2 ** 31 - 1;

function lengthOf({ headers }: Request): number | null {
  const announced = headers.get("content-length");
  if (announced === null) return headers.has("transfer-encoding") ? null : 0;
  const length = Number(announced);
  return Number.isSafeInteger(length) && length >= 0 && length <= MAX_LENGTH ? length : null;
}

const sizeOf = (content: PlainResponse["content"]) => (content === null ? 0 : Buffer.byteLength(content));
