import type { SessionOperation } from "@/lib/http/operation";
import type { Answer } from "@/lib/http/response/answer";
import { bodyOf } from "./act";
import { refundBudget } from "./budgets";
import type { Call } from "./call";
import type { StoredResponse } from "./idempotency";
import { etagOf, type RequestState } from "@/lib/http/response/response";
import { budgetHeaders } from "@/lib/infra/limiter/rate-limit";
import { failureOf } from "@/lib/http/response/errors";
import { type EventStream, streamEvents } from "@/lib/http/response/event-stream";
import { type JsonEntries, streamJson } from "@/lib/http/response/json-stream";
import { PlainResponse } from "@/lib/http/response/plain-response";
import { sessionError } from "@/lib/http/response/session-error";
import { type ArchiveFile, streamZip } from "@/lib/http/response/zip-stream";

/** Large, rare responses are not compressed, because password hashing and files need the thread pool. */
const UNCOMPRESSED = "no-store, no-transform";

/** Returns the response of a session route to what its operation returned. */
export async function presentSession({ operation, request, state }: Call<SessionOperation>, answer: Answer) {
  if ("stream" in answer) return streamed(operation, request, answer.stream);
  // No session route returns a prepared body.
  return complete(operation, state, answer as StoredResponse);
}

/** Returns what the operation declares for calls beyond its budget. */
export function presentLimited({ operation, state }: Call<SessionOperation>): PlainResponse {
  return complete(operation, state, {
    status: operation.status,
    body: bodyOf(operation.whenLimited),
    replayed: false,
  });
}

/** Returns the error response of a session route. A failure on our side counts against no budget. */
export async function rejectSession(call: Call<SessionOperation>, error: unknown): Promise<PlainResponse> {
  const { request, state } = call;
  if (failureOf(error).status !== 503) return sessionError(request, state.requestId, error, spentHeaders(state));
  await refundBudget(call);
  return sessionError(request, state.requestId, error);
}

async function streamed(operation: SessionOperation, request: Request, answer: unknown): Promise<Response> {
  if (operation.response === "events") return streamEvents(request, answer as EventStream);
  if (operation.response === "entries")
    return streamJson(request, answer as JsonEntries, { "Cache-Control": UNCOMPRESSED });
  const files = answer as AsyncGenerator<ArchiveFile, void>;
  return streamZip(request, { files, name: operation.archiveName ?? "" }, { "Cache-Control": UNCOMPRESSED });
}

function complete(
  operation: SessionOperation,
  state: RequestState,
  { status, body, replayed }: StoredResponse,
): PlainResponse {
  const headers: Record<string, string> = {
    "Cache-Control": operation.cacheControl ?? "no-store",
    // Left out of cacheable responses, which other clients would receive, and of replayed ones, which spent nothing.
    ...(operation.cacheControl === undefined && !replayed && spentHeaders(state)),
  };
  if (replayed) headers["Idempotency-Replayed"] = "true";
  if (status === 204) return new PlainResponse(null, { status, headers });
  // Only an editable resource has an ETag: its version.
  if (operation.version) headers.ETag = etagOf(operation, body);
  headers["Content-Type"] = "application/json";
  return new PlainResponse(body, { status, headers });
}

const spentHeaders = ({ quotas, writeQuotas = [] }: RequestState) => budgetHeaders([...quotas, ...writeQuotas]);
