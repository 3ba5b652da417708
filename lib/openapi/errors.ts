import type { oas31 } from "zod-openapi";

/** An error code of the public API, as described by the document's `x-error-codes`. */
export interface DocumentedError {
  code: string;
  status: number;
  type: string;
  when: string;
  remedy: string;
  message: string;
}

export function errorsOf(document: oas31.OpenAPIObject): DocumentedError[] {
  return document["x-error-codes"] as DocumentedError[];
}
