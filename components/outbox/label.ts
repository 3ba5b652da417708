const MAX_SHOWN = 60;

/** Names an act to its author by what they wrote: `Your post “Brass…”`. */
export function labelOf(noun: string, content: string): string {
  const characters = [...content.trim()];
  if (characters.length === 0) return `Your ${noun}`;
  const shown = characters.length > MAX_SHOWN ? `${characters.slice(0, MAX_SHOWN).join("")}…` : content.trim();
  return `Your ${noun} “${shown}”`;
}
