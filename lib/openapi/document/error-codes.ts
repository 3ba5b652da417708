import type { ApiErrorCode } from "@/lib/http/response/error-guide";
import type { ApiOperation } from "@/lib/http/operation";

/** Every error code that an operation can return: those it declares, and those of the request pipeline. */
export function errorCodesOf(operation: ApiOperation): ApiErrorCode[] {
  const { method, path, query, body, file, paginated, idempotent, scope, errors } = operation;
  const writes = method !== "GET";
  const codes: (ApiErrorCode | false)[] = [
    Boolean(writes || query || body || file || paginated) && "invalid_request",
    paginated && "invalid_cursor",
    ...(scope === null ? [] : KEYED),
    path.includes("{") && "not_found",
    idempotent && "idempotency_in_progress",
    writes && "payload_too_large",
    writes && "unsupported_media_type",
    idempotent && "idempotency_conflict",
    ...(errors as ApiErrorCode[]),
    "internal_error",
  ];
  return [...new Set(codes.filter((code) => code !== false))];
}

const KEYED = [
  "missing_key",
  "invalid_key",
  "key_expired",
  "key_revoked",
  "network_not_allowed",
  "insufficient_scope",
  "account_suspended",
  "rate_limited",
  "unavailable",
] as const satisfies ApiErrorCode[];
