import { z } from "zod";
import { hasVisibleCharacter, isText, isVisible } from "./characters";

interface Length {
  /** 0 by default: it may be empty. */
  min?: number;
  max: number;
}

/**
 * Returns the schema of everything that people write: with line feeds between lines, trimmed, visible unless it is
 * empty, and measured in code points. `name` begins the message: "A title".
 */
export function text(name: string, { min = 0, max }: Length) {
  return z
    .string()
    .overwrite((value) => value.replace(/\r\n?/g, "\n"))
    .trim()
    .refine((value) => value === "" || hasVisibleCharacter(value), {
      error: `${name} needs at least one visible character`,
      abort: true,
    })
    .refine(
      (value) => [...value].length >= min && [...value].length <= max,
      min === 0 ? `${name} has at most ${max} characters` : `${name} has ${min}-${max} characters`,
    )
    .meta({ override: { ...(min > 0 && { minLength: min }), maxLength: max } });
}

/** Returns a schema for Markdown. The renderer bounds what length and nesting do not (lib/domain/writing/markdown). */
export function markdown(name: string, length: Length) {
  return text(name, length).refine(
    (value) => !TOO_NESTED.test(value),
    `${name} has at most ${MAX_NESTING} lists and quotes within one another`,
  );
}

/** Nested quotes and lists that one line may open. Deeper nesting is no prose, and costs much time. */
const MAX_NESTING = 12;

/** A line that opens more than that. Nesting over several lines takes indentation, which the length limits. */
const TOO_NESTED = new RegExp(`^(?:[ \\t]*(?:>|(?:[-+*]|\\d{1,9}[.)])(?=[ \\t]))){${MAX_NESTING + 1}}`, "m");

/**
 * Returns a schema for one line that represents a person or thing to others, with the `name` of `text`: in NFC, with
 * plain spaces, and without characters that are invisible, change the text direction or render as nothing. A failing
 * check ends validation, because later checks expect short text.
 */
export function visibleLine(name: string, { min, max }: Required<Length>) {
  const length = { error: `${name} has ${min}-${max} characters`, abort: true };
  return z
    .string()
    .max(max * MAX_UNITS_PER_CHARACTER, length)
    .refine(isText, { error: `${name} contains an invalid character`, abort: true })
    .transform((value) =>
      value
        .normalize("NFC")
        .replace(/\p{Zs}+/gu, " ")
        .trim(),
    )
    .refine((value) => [...value].length >= min && [...value].length <= max, length)
    .refine((value) => value === "" || isVisible(value), {
      error: `${name} must have visible characters only, and none that change the direction of the text`,
      abort: true,
    })
    .meta({ override: { minLength: min, maxLength: max } });
}

/** Maximum UTF-16 units per character before NFC: a surrogate pair and some marks. Longer text is not examined. */
const MAX_UNITS_PER_CHARACTER = 8;

/** Parses JSON; returns undefined for other text, which no schema accepts. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
