import { DAY_MS } from "@/lib/domain/kernel/durations";
import { tagOf, tokenize } from "@/lib/domain/kernel/text/tokens";

/** Hashtags of a post that count (docs/contract.md#tags). */
export const MAX_TAGS = 10;

/** What the numbers of a tag cover, and the most that they count. */
export const COUNTED_MS = 7 * DAY_MS;
export const MAX_COUNTED = 10_000;

/** People who have to use a tag within a day before it is trending. */
export const TRENDING = { people: 5, withinMs: DAY_MS };

/** Our choice: the most that are trending at the same time. */
export const MAX_TRENDING = 50;

/** Our choice: tags that one account follows at the same time. */
export const MAX_FOLLOWED_TAGS = 100;

/** How many tags a search returns. */
export const TAGS_LIMIT = { min: 1, max: 50, default: 20 };

export interface WrittenTag {
  tag: string;
  /** As written, without the sign. */
  name: string;
}

/** Returns the hashtags of a text that count, in order, each once. */
export function tagsIn(content: string): WrittenTag[] {
  const names = new Map<string, string>();
  for (const token of tokenize(content)) {
    if (token.kind === "tag" && !names.has(token.tag)) names.set(token.tag, token.text.slice(1));
    if (names.size === MAX_TAGS) break;
  }
  return [...names].map(([tag, name]) => ({ tag, name }));
}

/** Returns the tag that somebody typed, with or without its sign; undefined if it is none. */
export const typedTag = (typed: string): string | undefined =>
  typed.isWellFormed() ? tagOf(typed.trim().replace(/^[#＃]/u, "")) : undefined;
