import type { ZodOpenApiResponseObject } from "zod-openapi";
import { type ApiErrorCode, ERROR_GUIDE } from "@/lib/http/response/error-guide";
import type { ApiOperation } from "@/lib/http/operation";
import { FAILURES } from "@/lib/http/response/errors";
import { CODES, errorEnvelope } from "./error-envelope";
import { recordedError } from "@/lib/openapi/recorded-errors";
import { EVERYWHERE, type HeaderName, headersNamed } from "./headers";

/** Returns every error code, for the root of the document: some belong to no operation. */
export const errorCodesAt = (siteUrl: string) =>
  CODES.map((code) => {
    const { message } = recordedError(code, siteUrl).response.body.error;
    return { code, ...FAILURES[code], ...ERROR_GUIDE[code], message };
  });

/** Returns the failures of an operation by status. Operations with the same failures share a component. */
export function failureResponses(
  codes: readonly ApiErrorCode[],
  siteUrl: string,
  known: Map<string, ZodOpenApiResponseObject>,
) {
  const responses: Record<`4${string}` | `5${string}`, ZodOpenApiResponseObject> = {};
  for (const status of [...new Set(codes.map((code) => FAILURES[code].status))].toSorted()) {
    const alike = codes.filter((code) => FAILURES[code].status === status);
    const id = componentName(status, alike);
    const response = known.get(id) ?? failureResponse(id, status, alike, siteUrl);
    known.set(id, response);
    responses[`${status}` as "400"] = response;
  }
  return responses;
}

function failureResponse(
  id: string,
  status: number,
  codes: readonly ApiErrorCode[],
  siteUrl: string,
): ZodOpenApiResponseObject {
  const extra: HeaderName[] = status === 401 ? ["WWW-Authenticate"] : RETRIED.has(status) ? ["Retry-After"] : [];
  return {
    id,
    description: codes.map((code) => `\`${code}\`: ${ERROR_GUIDE[code].when}`).join("\n\n"),
    headers: headersNamed(...EVERYWHERE, ...extra),
    content: {
      "application/json": {
        schema: errorEnvelope,
        examples: Object.fromEntries(
          codes.map((code) => [
            code,
            {
              summary: ERROR_GUIDE[code].when,
              description: ERROR_GUIDE[code].remedy,
              value: recordedError(code, siteUrl).response.body,
            },
          ]),
        ),
      },
    },
  };
}

const RETRIED = new Set([409, 429, 503]);

function componentName(status: number, codes: readonly ApiErrorCode[]): string {
  if (status === 401) return "Unauthorized";
  return codes
    .map((code) => code.replace(/(^|_)(\w)/g, (_match, _gap, letter: string) => letter.toUpperCase()))
    .join("Or");
}

/** Returns every error code that an operation can return: those it declares, and those of the request pipeline. */
export function errorCodesOf(operation: ApiOperation): ApiErrorCode[] {
  const { method, path, query, body, file, paginated, idempotent, scope, staff, errors = [] } = operation;
  const writes = method !== "GET";
  const codes: (ApiErrorCode | false | undefined)[] = [
    Boolean(writes || query || body || file || paginated) && "invalid_request",
    paginated && "invalid_cursor",
    ...(scope === null ? [] : KEYED),
    path.includes("{") && "not_found",
    idempotent && "idempotency_in_progress",
    ...(writes ? WRITING : []),
    idempotent && "idempotency_conflict",
    staff && "forbidden",
    ...(errors as ApiErrorCode[]),
    "internal_error",
  ];
  return [...new Set(codes.filter((code) => code !== false && code !== undefined))];
}

const WRITING = ["payload_too_large", "unsupported_media_type", "outcome_unknown"] as const satisfies ApiErrorCode[];

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
