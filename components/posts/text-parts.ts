export type TextPart =
  | { kind: "text"; text: string }
  | { kind: "mention"; handle: string; text: string }
  | { kind: "link"; href: string; text: string }
  | { kind: "path"; href: string; text: string }
  | { kind: "code"; text: string };

const PARTS = /(?<code>`[^`\n]+`)|(?<link>https?:\/\/[^\s<>"]+)|(?<![\w@/])@(?<handle>[a-z0-9_]{3,20})\b|(?<![^\s("“])(?<path>\/(?:builds|blog|news|posts|users|leaderboards|coins|docs)(?:\/[\w-]+)*)/giu;
/** A sentence's own marks at the end of an address do not belong to it. */
const TRAILING = /[.,;:!?'"»”’]/u;
const NEITHER_LETTER_NOR_DIGIT = /[^\p{L}\p{N}]/u;
/** Fits one line of a phone. */
const MOST_SHOWN = 34;

/** What a post's text is made of: words, people, addresses (our own by their path alone) and bits of code. */
export function textParts(content: string): TextPart[] {
  const parts: TextPart[] = [];
  let at = 0;
  const add = (part: TextPart) => void (part.text !== "" && parts.push(part));
  for (const match of content.matchAll(PARTS)) {
    const part = partOf(match);
    if (!part) continue;
    add({ kind: "text", text: content.slice(at, match.index) });
    add(part);
    at = match.index + (part.kind === "link" ? part.href.length : match[0].length);
  }
  add({ kind: "text", text: content.slice(at) });
  return parts;
}

function partOf(match: RegExpExecArray): TextPart | null {
  const { code, link, handle, path } = match.groups ?? {};
  if (code) return { kind: "code", text: code.slice(1, -1) };
  if (handle) return { kind: "mention", handle: handle.toLowerCase(), text: match[0] };
  if (path) return { kind: "path", href: path, text: path };
  const href = link && balanced(withoutEnd(link, TRAILING));
  return href && URL.canParse(href) ? { kind: "link", href, text: shortened(href) } : null;
}

/** `(see https://a.example/b)`: the last bracket closes the sentence's, unless the address has one of its own to close. */
function balanced(href: string): string {
  return href.endsWith(")") && !href.includes("(") ? withoutEnd(href.slice(0, -1), TRAILING) : href;
}

function shortened(href: string): string {
  const bare = href.replace(/^https?:\/\/(www\.)?/i, "").replace(/\/$/, "");
  return bare.length > MOST_SHOWN ? `${withoutEnd(bare.slice(0, MOST_SHOWN - 1), NEITHER_LETTER_NOR_DIGIT)}…` : bare;
}

/** Without the characters at its end that `trimmed` matches. One pattern for all of it would take quadratic time. */
function withoutEnd(text: string, trimmed: RegExp): string {
  const characters = [...text];
  while (characters.length > 0 && trimmed.test(characters.at(-1)!)) characters.pop();
  return characters.join("");
}
