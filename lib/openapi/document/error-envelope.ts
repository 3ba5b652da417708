import { z } from "zod";
import { type ApiErrorCode, ERROR_GUIDE } from "@/lib/http/response/error-guide";
import { FAILURES } from "@/lib/http/response/errors";

export const CODES = Object.keys(ERROR_GUIDE) as [ApiErrorCode, ...ApiErrorCode[]];
const TYPES = [...new Set(CODES.map((code) => FAILURES[code].type))];

/** The body of every error (docs/contract.md#errors). */
export const errorEnvelope = z
  .object({
    error: z.object({
      type: z.enum(TYPES).meta({ description: "The kind of error." }),
      code: z.enum(CODES).meta({ description: "What exactly went wrong. Branch on this." }),
      message: z
        .string()
        .meta({ description: "Explains what happened and how to fix it. For people; may be reworded." }),
      request_id: z.string().meta({ description: "Equals the header X-Request-Id." }),
      doc_url: z.url().meta({ description: "Documentation of this code." }),
      param: z
        .string()
        .optional()
        .meta({ description: "The path of the first invalid field, such as `media_ids[2]`." }),
      errors: z
        .array(z.object({ param: z.string(), message: z.string() }))
        .optional()
        .meta({ description: "Every invalid field." }),
    }),
  })
  .meta({ id: "Error", description: "The body of every error." });
