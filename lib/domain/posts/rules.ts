/** Code points of a post's or comment's content, after trimming (8). */
export const MAX_CONTENT = 280;
export const MAX_MEDIA = 4;

/** The length that the limit counts: code points, so that an emoji is one or a few, not bytes. */
export function contentLength(content: string): number {
  return [...content].length;
}
