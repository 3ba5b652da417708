/** The beginning of a text on one line, cut at a word boundary where possible. */
export function excerpt(text: string, length: number): string {
  const line = text.replace(/\s+/g, " ").trim();
  const letters = [...line];
  if (letters.length <= length) return line;
  const cut = letters.slice(0, length - 1).join("");
  const space = cut.lastIndexOf(" ");
  return `${space > length * 0.7 ? cut.slice(0, space) : cut}…`;
}
