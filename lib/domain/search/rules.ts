/** Our choice: nobody searches for more, and an index is not asked to. */
export const MAX_QUERY = 100;

/** How much of its letters in threes a short word still shares with itself after one slip: `adq` with `ada` 0.5, `grro` with `goro` 0.4. */
export const ONE_SLIP = 0.28;

/** What somebody typed, as it is searched for: `@ada` is `ada`. */
export function cleanQuery(typed: string): string {
  const text = typed.isWellFormed() ? typed.replaceAll("\0", "") : "";
  return [...text.trim().replace(/^@/, "").replace(/\s+/g, " ")].slice(0, MAX_QUERY).join("");
}

/** For LIKE: the text itself, whatever it holds. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, "\\$&");
}
