import { z } from "zod";

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

/** Text in Markdown. What its length and nesting do not bound, the renderer's limits do (lib/domain/markdown). */
export function markdown(name: string, length: Length) {
  return text(name, length).refine((value) => !TOO_NESTED.test(value), `${name} has at most ${MAX_NESTING} lists and quotes within one another`);
}

/** Our choice. */
const MAX_NESTING = 12;

/** A line that opens more quotes and list items than that. What one line does not open, indentation does, at a length that the limits bound. */
const TOO_NESTED = new RegExp(`^(?:[ \\t]*(?:>|(?:[-+*]|\\d{1,9}[.)])(?=[ \\t]))){${MAX_NESTING + 1}}`, "m");
