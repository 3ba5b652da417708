import { z } from "zod";
import type {} from "zod-openapi";

export const PAGE_LIMIT = { min: 1, max: 50, default: 20 };

/** Returns the schema of a request's number of rows: digits only, within bounds. */
export function limitQuery({ min, max, default: standard }: { min: number; max: number; default: number }) {
  const message = `limit must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,6}$/, message)
    .transform(Number)
    .pipe(z.number().min(min, message).max(max, message))
    .default(standard)
    .meta({
      description: "Maximum number of items to return.",
      override: { type: "integer", pattern: undefined, minimum: min, maximum: max, default: standard },
    });
}

export const EXAMPLE_CURSOR = "pQ3vB2k4Xm0BAAABoKJ5b9twb3N0XzBWaFEz";

/** docs/contract.md#pagination */
export const pageQuery = z.object({
  limit: limitQuery(PAGE_LIMIT),
  cursor: z
    .string()
    .optional()
    .meta({ description: "The `nextCursor` of the previous page, exactly as received.", example: EXAMPLE_CURSOR }),
});

export type PageRequest = z.output<typeof pageQuery>;

export interface Page<T> {
  data: T[];
  nextCursor: string | null;
}
