import type { oas31 } from "zod-openapi";
import type { ApiErrorCode } from "@/lib/http/response/error-guide";

/** An error code of the public API, as described by the document's `x-error-codes`. */
export interface DocumentedError {
  code: ApiErrorCode;
  status: number;
  type: string;
  when: string;
  remedy: string;
  message: string;
}

export function errorsOf(document: oas31.OpenAPIObject): DocumentedError[] {
  return document["x-error-codes"] as DocumentedError[];
}
