import { DAY_MS } from "@/lib/domain/kernel/durations";

/** Code points of a post's or comment's content, after trimming (docs/contract.md#posts). */
export const MAX_CONTENT = 280;
export const MAX_MEDIA = 4;
/** Code points of a warning. */
export const MAX_WARNING = 100;

/** Returns the length that the limit counts, in code points: an emoji counts as one or a few. */
export function contentLength(content: string): number {
  return [...content].length;
}

export const EDIT_WINDOW_MS = DAY_MS;

/** Identifies the current version of a post's content, which every edit changes. Its ETag begins with it. */
export function postVersion({ id, editedAt }: { id: string; editedAt: string | null }): string {
  return `${id}-${editedAt === null ? 0 : Date.parse(editedAt).toString(36)}`;
}

/** Our choice: as many posts as two pages have. */
export const MAX_READ_AT_ONCE = 100;

/** Newer posts are counted up to this; beyond it the count is "more than 99". */
export const MAX_NEWER = 100;

/** Among so many of the newest posts: somebody who follows few people would wait for a scan of all posts. */
export const NEWEST_LOOKED_AT = 2000;
