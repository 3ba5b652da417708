export type TextPart =
  | { kind: "text"; text: string }
  | { kind: "mention"; handle: string; text: string }
  | { kind: "link"; href: string; text: string }
  | { kind: "path"; href: string; text: string }
  | { kind: "code"; text: string };

const PARTS =
  /(?<code>`[^`\n]+`)|(?<link>https?:\/\/[^\s<>"]+)|(?<![\w@/])@(?<handle>[a-z0-9_]{3,20})\b|(?<![^\s("“])(?<path>\/(?:builds|blog|news|posts|users|leaderboards|coins|rooms|docs)(?:\/[\w-]+)*)/giu;
/** Punctuation at the end of a link belongs to the sentence. */
const TRAILING = /[.,;:!?'"»”’]/u;
const NEITHER_LETTER_NOR_DIGIT = /[^\p{L}\p{N}]/u;
/** Fits one line of a phone. */
const MAX_SHOWN = 34;

/** The mentions of a text: the handle as written, in lower case → the current handle. */
export type Mentioned = Readonly<Record<string, string>>;

/**
 * Splits a post's text into plain text, mentions, links (our own by their path alone) and code. Handles that are not
 * among `mentioned` stay text; without it, as right after posting, every handle counts as a mention.
 */
export function textParts(content: string, mentioned?: Mentioned | null): TextPart[] {
  const parts: TextPart[] = [];
  let at = 0;
  const add = (part: TextPart) => void (part.text !== "" && parts.push(part));
  for (const match of content.matchAll(PARTS)) {
    const part = partOf(match, mentioned);
    if (!part) continue;
    add({ kind: "text", text: content.slice(at, match.index) });
    add(part);
    at = match.index + (part.kind === "link" ? part.href.length : match[0].length);
  }
  add({ kind: "text", text: content.slice(at) });
  return parts;
}

function partOf(match: RegExpExecArray, mentioned: Mentioned | null | undefined): TextPart | null {
  const { code, link, handle, path } = match.groups ?? {};
  if (code) return { kind: "code", text: code.slice(1, -1) };
  if (handle) return mentionOf(handle.toLowerCase(), match[0], mentioned);
  if (path) return { kind: "path", href: path, text: path };
  const href = link && balanced(withoutEnd(link, TRAILING));
  return href && URL.canParse(href) ? { kind: "link", href, text: shortened(href) } : null;
}

function mentionOf(written: string, text: string, mentioned: Mentioned | null | undefined): TextPart | null {
  const handle = mentioned ? (Object.hasOwn(mentioned, written) ? mentioned[written] : undefined) : written;
  return handle === undefined ? null : { kind: "mention", handle, text };
}

/** `(see https://a.example/b)`: the last parenthesis belongs to the sentence, unless the URL opens one. */
function balanced(href: string): string {
  return href.endsWith(")") && !href.includes("(") ? withoutEnd(href.slice(0, -1), TRAILING) : href;
}

function shortened(href: string): string {
  const bare = href.replace(/^https?:\/\/(www\.)?/i, "").replace(/\/$/, "");
  return bare.length > MAX_SHOWN ? `${withoutEnd(bare.slice(0, MAX_SHOWN - 1), NEITHER_LETTER_NOR_DIGIT)}…` : bare;
}

/** Removes characters that `trimmed` matches from the end. A pattern for the whole text would take quadratic time. */
function withoutEnd(text: string, trimmed: RegExp): string {
  const characters = [...text];
  while (characters.length > 0 && trimmed.test(characters.at(-1)!)) characters.pop();
  return characters.join("");
}
