import type { z } from "zod";

interface Definition {
  shape?: Record<string, z.ZodType>;
  options?: z.ZodType[];
  element?: z.ZodType;
  innerType?: z.ZodType;
}

/** The fields of an object's schema; none for another schema. */
export function fieldsOf({ def }: z.ZodType): Record<string, z.ZodType> {
  return (def as Definition).shape ?? {};
}

/** Whether a schema, or one inside it, fulfils a condition. */
export function hasPart(schema: z.ZodType | null, condition: (part: z.ZodType) => boolean): boolean {
  if (!schema) return false;
  const { shape = {}, options = [], element = null, innerType = null } = schema.def as Definition;
  const parts = [...Object.values(shape), ...options, element, innerType];
  return condition(schema) || parts.some((part) => hasPart(part, condition));
}
