import { MAX_DOCUMENT } from "@/lib/domain/writing/markdown/rules";

export function dateOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

/** Our choices: what fits in lists. Lengths are in code points. */
export const ARTICLE_TITLE = { min: 3, max: 120 };
export const ARTICLE_DESCRIPTION = { min: 10, max: 300 };
export const MAX_ARTICLE = MAX_DOCUMENT;
export const MAX_TAGS = 8;
export const MAX_TAG = 30;
