import { foldForms } from "@/lib/domain/kernel/text/folding";

/** How many people a search by key returns (docs/contract.md#search). */
export const PEOPLE_LIMIT = { min: 1, max: 50, default: 20 };

/** Our choices: how many are suggested while somebody types, and the longest text to complete, in UTF-16 units. */
export const PEOPLE_SUGGESTED = 6;
export const TAGS_SUGGESTED = 6;
export const MAX_COMPLETED = 102;

/** Our choices: the longest query, in characters and words. Each word costs an index lookup; the rest is ignored. */
export const MAX_QUERY = 100;
export const MAX_WORDS = 10;

/** Our choice: searches of one machine that run in the database at once, since each is costly, and that may wait. */
export const SEARCHES_AT_ONCE = 3;
export const SUGGESTIONS_AT_ONCE = 2;
export const MAX_QUEUED_SEARCHES = 64;
export const BUSY_RETRY_AFTER_SECONDS = 2;

/** Trigram similarity of a short word after one typo: `adq` and `ada` 0.5, `grro` and `goro` 0.4. */
export const ONE_TYPO_SIMILARITY = 0.28;

/**
 * This many of the newest posts are scanned before the indexes are queried. A word in most posts is soon found there,
 * whereas an index would return all of them; any other word is rare enough for an index.
 */
export const NEWEST_POSTS = 2000;
/** The same of builds and articles: an account has few builds, and there are few articles. */
export const NEWEST_BUILDS = 500;
export const NEWEST_ARTICLES = 500;

/**
 * Our choice: the best matches are chosen from this many people, besides an exact handle; a phrase is searched in this
 * many posts that contain its words.
 */
export const CANDIDATES = 2000;

/** Our choice: the same of people whose bios have the words. They come last, and a word may be in most bios. */
export const CANDIDATES_BY_BIO = 500;

/** Normalizes what somebody typed, within the limit of characters: `@ada` and `ａｄａ` are `ada`. */
export function cleanQuery(typed: string): string {
  const text = typed.isWellFormed() ? foldForms(typed.replaceAll("\0", "")) : "";
  return [...text.trim().replace(/^@/, "").replace(/\s+/g, " ")].slice(0, MAX_QUERY).join("").trim();
}

export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, "\\$&");
}

/** Counts letters and digits. A trigram index finds runs of three, and single letters at the beginning of words. */
export function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/[\p{L}\p{N}]+/gu) ?? []).map((run) => [...run].length));
}

/** Returns the phrase that a query is, if it is one alone: `"in a row"`. */
export function onlyPhrase(text: string): string | undefined {
  return /^"([^"]+)"$/.exec(text)?.[1]?.trim();
}

/**
 * Whether a query is part of one word, and long enough for an index. Each of several words may be in most posts, and an
 * index would return all of them.
 */
export function isWordPart(text: string): boolean {
  return /^[\p{L}\p{N}]{3,}$/u.test(text);
}
