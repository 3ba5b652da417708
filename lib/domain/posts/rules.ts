/** Code points of a post's or comment's content, after trimming (docs/contract.md#bounds). */
export const MAX_CONTENT = 280;
export const MAX_MEDIA = 4;

/** The length that the limit counts, in code points: an emoji counts as one or a few. */
export function contentLength(content: string): number {
  return [...content].length;
}
