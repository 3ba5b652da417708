/** How deep Markdown may nest. No zod here: the preview in the browser asks as well. */
export const isTooNested = (text: string): boolean => TOO_NESTED.test(text);

/** `name` begins the sentence: "A readme". */
export const tooNested = (name: string): string => `${name} has at most ${MAX_NESTING} lists and quotes within one another`;

/** Our choice. */
const MAX_NESTING = 12;

/** A line that opens more quotes and list items than that. What one line does not open, indentation does, at a length that the limits bound. */
const TOO_NESTED = new RegExp(`^(?:[ \\t]*(?:>|(?:[-+*]|\\d{1,9}[.)])(?=[ \\t]))){${MAX_NESTING + 1}}`, "m");
