import { errorPageOf } from "@/lib/domain/error-page";
import type { Failure } from "./errors";

export const JSON_TYPE = "application/json; charset=utf-8";

/** Returns an error as the public API sends it (docs/contract.md#errors). */
export function envelopeOf({ type, code, message, issues }: Failure, requestId: string): string {
  return JSON.stringify({
    error: {
      type,
      code,
      message,
      request_id: requestId,
      param: issues?.[0]?.param,
      doc_url: errorPageOf(code),
      errors: issues,
    },
  });
}
