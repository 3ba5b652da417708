import { z } from "zod";

interface Length {
  min: number;
  max: number;
}

/** Returns a schema for text, trimmed and measured in code points; `name` begins the message: "A title". */
export function text(name: string, { min, max }: Length) {
  return z
    .string()
    .trim()
    .refine((value) => [...value].length >= min && [...value].length <= max, `${name} has ${min}-${max} characters`);
}

/** Returns a schema for Markdown. The renderer's limits bound what length and nesting do not (lib/domain/markdown). */
export function markdown(name: string, length: Length) {
  return text(name, length).refine(
    (value) => !TOO_NESTED.test(value),
    `${name} has at most ${MAX_NESTING} lists and quotes within one another`,
  );
}

/** Our choice: nested quotes and lists that one line may open. Deeper nesting is no prose, and costs much time. */
const MAX_NESTING = 12;

/** A line that opens more than that. Nesting over several lines takes indentation, which the length limits. */
const TOO_NESTED = new RegExp(`^(?:[ \\t]*(?:>|(?:[-+*]|\\d{1,9}[.)])(?=[ \\t]))){${MAX_NESTING + 1}}`, "m");

/**
 * Returns a schema for one line that represents a person or thing to others, with the `name` of `text`: in NFC, with
 * plain spaces, and without characters that are invisible, change the text direction or render as nothing. A failing
 * check ends validation, because later checks expect short text.
 */
export function visibleLine(name: string, { min, max }: Length) {
  const length = { error: `${name} has ${min}-${max} characters`, abort: true };
  return z
    .string()
    .max(max * MAX_UNITS_PER_CHARACTER, length)
    .refine((value) => value.isWellFormed(), { error: `${name} contains an invalid character`, abort: true })
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
    .meta({ override: { maxLength: max } });
}

/** Maximum UTF-16 units per character before NFC: a surrogate pair and some marks. Longer text is not examined. */
const MAX_UNITS_PER_CHARACTER = 8;

/** Whether every character of a line is visible or belongs to one that is. */
function isVisible(line: string): boolean {
  const rest = line.replace(EMOJI, "*").replace(JOINED_LETTERS, "");
  return !HIDDEN.test(rest) && /[\p{L}\p{N}\p{P}\p{S}]/u.test(rest);
}

/**
 * Controls, formats (bidirectional ones among them), private use, default-ignorable characters (fillers, selectors,
 * tags), line separators and the blank Braille pattern.
 */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\u2800\uFFFC]/u;

/** Sequences that need joiners, selectors and tags: people and families, keycaps, and the three flags made of tags. */
const EMOJI =
  /\p{Extended_Pictographic}\uFE0F?\p{Emoji_Modifier}?(?:\u200D\p{Extended_Pictographic}\uFE0F?\p{Emoji_Modifier}?)*(?:\u{E0067}\u{E0062}(?:\u{E0065}\u{E006E}\u{E0067}|\u{E0073}\u{E0063}\u{E0074}|\u{E0077}\u{E006C}\u{E0073})\u{E007F})?|[\d#*]\uFE0F?\u20E3/gu;

/** Joiners between letters of the scripts that need them. */
const JOINED_LETTERS =
  /(?<=[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}])[\u200C\u200D](?=[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}])/gu;

/** Parses JSON; returns undefined for other text, which no schema accepts. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
