import { type Token, tokenize } from "@/lib/domain/kernel/text/tokens";

export type TextPart =
  | { kind: "text"; text: string }
  | { kind: "mention"; handle: string; text: string }
  | { kind: "link"; href: string; text: string }
  | { kind: "path"; href: string; text: string }
  | { kind: "tag"; tag: string; text: string }
  | { kind: "code"; text: string };

const NEITHER_LETTER_NOR_DIGIT = /[^\p{L}\p{N}]/u;
/** Fits one line of a phone. */
const MAX_SHOWN = 34;

/** The mentions of a text: the handle as written, in lower case → the current handle. */
export type Mentioned = Readonly<Record<string, string>>;

/**
 * Splits a text into what is shown of it: plain text, mentions, links (our own by their path alone) and code. Handles
 * that are not among `mentioned` stay text, as do all of a text that was just written, until the server renders it.
 */
export function textParts(content: string, mentioned?: Mentioned | null): TextPart[] {
  const parts: TextPart[] = [];
  for (const token of tokenize(content)) {
    const part = partOf(token, mentioned);
    const last = parts.at(-1);
    if (part.kind === "text" && last?.kind === "text") last.text += part.text;
    else parts.push(part);
  }
  return parts;
}

/** Returns a text as it is read where nothing is a link: its links shortened, its code without the signs around it. */
export function plainText(content: string): string {
  return textParts(content)
    .map(({ text }) => text)
    .join("");
}

function partOf(token: Token, mentioned: Mentioned | null | undefined): TextPart {
  const { kind, text } = token;
  switch (kind) {
    case "code":
      return { kind, text: text.slice(1, -1) };
    case "link":
      return { kind, href: text, text: shortened(text) };
    case "path":
      return { kind, href: text, text };
    case "tag":
      return token;
    case "mention": {
      const { handle: written } = token;
      const handle = mentioned && Object.hasOwn(mentioned, written) ? mentioned[written] : undefined;
      return handle === undefined ? { kind: "text", text } : { kind, handle, text };
    }
    case "text":
      return { kind, text };
  }
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
