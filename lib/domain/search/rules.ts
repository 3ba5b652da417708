/** Our choices, in characters and in words: nobody searches for more, and an index is not asked to. */
export const MAX_QUERY = 100;
export const MAX_WORDS = 10;

/** Our choice: searches that the database works on at the same time for one process, and that wait for their turn. */
export const SEARCHES_AT_ONCE = 3;
export const MAX_QUEUED_SEARCHES = 32;
export const BUSY_RETRY_AFTER_SECONDS = 2;

/** How much of its letters in threes a short word still shares with itself after one slip: `adq` with `ada` 0.5, `grro` with `goro` 0.4. */
export const ONE_SLIP = 0.28;

/**
 * So many of the newest posts are read one after the other before the indexes are asked: what stands in most posts is soon
 * found there, and an index would bring them all. What is not is rare enough for an index.
 */
export const NEWEST_POSTS = 2000;

/** Our choice: the best are chosen among so many people whom a query fits, beside the one who is called just so; a phrase is looked for in so many posts that hold its words. */
export const CANDIDATES = 2000;

/** What somebody typed, as it is searched for: `@ada` is `ada`. */
export function cleanQuery(typed: string): string {
  const text = typed.isWellFormed() ? typed.replaceAll("\0", "") : "";
  const characters = [...text.trim().replace(/^@/, "").replace(/\s+/g, " ")].slice(0, MAX_QUERY).join("");
  return characters.split(" ").slice(0, MAX_WORDS).join(" ");
}

/** For LIKE: the text itself, whatever it holds. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, "\\$&");
}

/**
 * How many letters and digits of a text stand in a row at most. An index by letters in threes knows where three of them
 * are, and, at the beginning of words, where one is.
 */
export function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/[\p{L}\p{N}]+/gu) ?? []).map((run) => [...run].length));
}

/** Whether a text may be a part of a word that an index finds. Of several words each may stand in most posts, and it would bring them all. */
export function isWordPart(text: string): boolean {
  return /^[\p{L}\p{N}]{3,}$/u.test(text);
}
