/** Returns which part of a text is beyond its limit, as indexes; undefined if it is not too long. */
export function overflowOf(content: string, maxLength: number): { start: number; end: number } | undefined {
  const trimmed = content.trim();
  // No text has more characters than UTF-16 units.
  if (trimmed.length <= maxLength) return undefined;
  const characters = [...trimmed];
  if (characters.length <= maxLength) return undefined;
  const before = content.length - content.trimStart().length;
  return { start: before + characters.slice(0, maxLength).join("").length, end: before + trimmed.length };
}
