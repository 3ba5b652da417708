import type { oas31 } from "zod-openapi";

/** A code of the public API, as the document's `x-error-codes` tells it. */
export interface DescribedError {
  code: string;
  status: number;
  type: string;
  when: string;
  remedy: string;
  message: string;
}

export function errorsOf(document: oas31.OpenAPIObject): DescribedError[] {
  return document["x-error-codes"] as DescribedError[];
}
