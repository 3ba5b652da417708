import { type ApiErrorCode, ERROR_GUIDE } from "@/lib/http/response/error-guide";

/** What a model can do about errors whose remedy speaks of HTTP: it sends arguments, no headers or bodies. */
const REMEDIES: Partial<Record<ApiErrorCode, string>> = {
  invalid_request: "Correct the arguments that it names, and call again.",
  invalid_cursor:
    "Call again with nextCursor of this tool's last result as cursor and the same filters, or without cursor.",
  insufficient_scope:
    "Ask your user to connect again with this scope: by authorizing the app once more, or with another key.",
  not_found: "Check the id, handle or slug. What your user may not see is not found either.",
  idempotency_in_progress: "Wait, then call again with the same arguments.",
  idempotency_conflict: "Use another idempotency_key for other arguments.",
  payload_too_large: "Call again with shorter arguments.",
  rate_limited: "Call again later.",
  internal_error:
    "Call again, with the same idempotency_key if it has one. If that fails too, tell your user the request_id.",
  unavailable: "Call again later.",
  outcome_unknown:
    "Call again with the same idempotency_key and arguments: it is done once. Without a key, look whether it was done.",
};

/** Returns what a model should do about an error of the API. */
export const remedyFor = (code: ApiErrorCode): string => REMEDIES[code] ?? ERROR_GUIDE[code].remedy;
