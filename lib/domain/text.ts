import { z } from "zod";
import { isTooNested, tooNested } from "./nesting";

interface Length {
  min: number;
  max: number;
}

/** Text that a person wrote, trimmed. Its length counts code points; `name` begins the message: "A title". */
export function text(name: string, { min, max }: Length) {
  return z
    .string()
    .trim()
    .refine((value) => [...value].length >= min && [...value].length <= max, `${name} has ${min}-${max} characters`);
}

/** Text in Markdown. Deep nesting is no prose, and costs its readers' server a stack and half a minute. */
export function markdown(name: string, length: Length) {
  return text(name, length).refine((value) => !isTooNested(value), tooNested(name));
}
