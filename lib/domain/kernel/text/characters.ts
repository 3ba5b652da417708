/** Controls besides tab and line breaks, noncharacters, and halves of surrogate pairs. */
const NOT_TEXT = /[^\P{Cc}\t\n\r]|[\p{Noncharacter_Code_Point}\p{Cs}]/u;

/** Whether all characters of a string may be stored and sent as text (docs/contract.md#text). */
export function isText(value: string): boolean {
  return !NOT_TEXT.test(value);
}

/**
 * Controls, formats (bidirectional ones among them), private use, default-ignorable characters (fillers, selectors,
 * tags), line separators, and symbols that are blank.
 */
const HIDDEN =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\p{Zl}\p{Zp}\u2800\uFFFC\u{13441}\u{13442}\u{1D159}]/u;

/** What stands by itself and is not blank. Marks need something to stand on; what is unassigned may be a new emoji. */
const VISIBLE = new RegExp(`(?!${HIDDEN.source})[^\\p{M}\\p{Z}]`, "u");

/** Whether anything of a text is seen. */
export function hasVisibleCharacter(text: string): boolean {
  return VISIBLE.test(text);
}

/** Whether every character of a line is visible or belongs to one that is, and all are assigned. */
export function isVisible(line: string): boolean {
  const rest = line.replace(EMOJI, "*").replace(JOINED_LETTERS, "");
  return !HIDDEN.test(rest) && !/\p{Cn}/u.test(rest) && VISIBLE.test(rest);
}

/** Sequences that need joiners, selectors and tags: people and families, keycaps, and the three flags made of tags. */
const EMOJI =
  /\p{Extended_Pictographic}\uFE0F?\p{Emoji_Modifier}?(?:\u200D\p{Extended_Pictographic}\uFE0F?\p{Emoji_Modifier}?)*(?:\u{E0067}\u{E0062}(?:\u{E0065}\u{E006E}\u{E0067}|\u{E0073}\u{E0063}\u{E0074}|\u{E0077}\u{E006C}\u{E0073})\u{E007F})?|[\d#*]\uFE0F?\u20E3/gu;

/** Joiners between letters of the scripts that need them. */
const JOINED_LETTERS =
  /(?<=[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}])[\u200C\u200D](?=[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}])/gu;

/** Removes what reorders the text after it, for places where nothing can contain it, such as the title of a page. */
export function withoutBidiControls(text: string): string {
  return text.replace(/\p{Bidi_Control}/gu, "");
}

/** Returns a text of at most `max` code points, the last of which is "…" if some are left out. */
export function truncate(text: string, max: number): string {
  const points = [...text];
  if (points.length <= max) return text;
  const kept = points.slice(0, max - 1).join("");
  return `${kept.trimEnd()}…`;
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Escapes text for XML and HTML, and drops the characters that no XML document may contain. */
export function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "")
    .replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}
