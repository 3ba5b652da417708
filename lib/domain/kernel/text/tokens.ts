import { endOfLink } from "./links.mjs";

/** A part of what somebody wrote. The texts of all tokens, in order, are the whole text. */
export type Token = { kind: "text" | "code" | "link" | "path"; text: string } | MentionToken;

interface MentionToken {
  kind: "mention";
  text: string;
  /** In lower case, as handles are stored. */
  handle: string;
}

type Kind = Exclude<Token["kind"], "text">;

interface Grammar {
  /** The pattern of what every token of the kind begins with. */
  sign: string;
  /** Returns where the token at a sign ends, if there is one. */
  endOf: (content: string, start: number) => number | undefined;
}

/** A character of a word in any script. Variation selectors are marks, but belong to emoji. */
const IN_WORD = /(?!\p{Variation_Selector})[\p{L}\p{M}\p{N}_]/u;

const CODE = /`[^`\n]+`/y;
/** Where the sign of a mention stands. */
const AT_SIGN = `(?<!${IN_WORD.source})(?<![-./@#&=:])@`;
/** Spells out capitals: a pattern that ignores case takes the Kelvin sign for a K. */
const MENTION = new RegExp(`${AT_SIGN}[A-Za-z0-9_]{3,20}(?!${IN_WORD.source}|@|[./]\\p{L})`, "uy");
/** Somebody may begin with a name instead of a handle. */
const BEGUN_MENTION = new RegExp(`${AT_SIGN}${IN_WORD.source}{1,30}$`, "u");
/** Our own pages, by their path alone. */
const PATH = /(?<![^\s("“])\/(?:builds|blog|news|posts|users|leaderboards|coins|rooms|docs)(?![\w-])(?:\/[\w-]+)*/iy;

/** Every kind of token. */
const GRAMMAR: Record<Kind, Grammar> = {
  code: { sign: "`", endOf: endOfMatch(CODE) },
  link: { sign: "https?://", endOf: endOfLink },
  mention: { sign: "@", endOf: endOfMatch(MENTION) },
  path: { sign: "/", endOf: endOfMatch(PATH) },
};

const KINDS = Object.keys(GRAMMAR) as Kind[];
const SIGN = new RegExp(KINDS.map((kind) => GRAMMAR[kind].sign).join("|"), "gi");

/**
 * Splits what somebody wrote into tokens (docs/contract.md#text), in linear time. Whom a text notifies and what is
 * shown of it both come from here, so that they agree.
 */
export function tokenize(content: string): Token[] {
  const tokens: Token[] = [];
  let end = 0;
  for (const { index } of content.matchAll(SIGN)) {
    const token = index < end ? undefined : tokenAt(content, index);
    if (!token) continue;
    if (index > end) tokens.push({ kind: "text", text: content.slice(end, index) });
    tokens.push(token);
    end = index + token.text.length;
  }
  if (end < content.length) tokens.push({ kind: "text", text: content.slice(end) });
  return tokens;
}

function tokenAt(content: string, start: number): Token | undefined {
  for (const kind of KINDS) {
    const end = GRAMMAR[kind].endOf(content, start);
    if (end === undefined) continue;
    const text = content.slice(start, end);
    return kind === "mention" ? { kind, text, handle: text.slice(1).toLowerCase() } : { kind, text };
  }
  return undefined;
}

function endOfMatch(pattern: RegExp): Grammar["endOf"] {
  return (content, start) => {
    pattern.lastIndex = start;
    return pattern.test(content) ? pattern.lastIndex : undefined;
  };
}

/** A mention that is being typed: its sign and what follows up to the caret. */
export interface BegunMention {
  start: number;
  text: string;
}

/** Returns the mention that ends at the caret, finished or not, outside code and links. */
export function begunMention(content: string, caret: number): BegunMention | undefined {
  // Its 30 characters may be two units each, and what stands before the sign decides as well.
  const near = content.slice(Math.max(0, caret - 64), caret);
  const text = BEGUN_MENTION.exec(near)?.[0];
  if (text === undefined) return undefined;
  const start = caret - text.length;
  let end = 0;
  for (const token of tokenize(content)) {
    end += token.text.length;
    if (end > start) return token.kind === "code" || token.kind === "link" ? undefined : { start, text };
  }
  return undefined;
}
