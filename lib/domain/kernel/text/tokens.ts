import { fold } from "./folding";
import { endOfLink } from "./links.mjs";

/** A part of what somebody wrote. The texts of all tokens, in order, are the whole text. */
export type Token = { kind: "text" | "code" | "link" | "path"; text: string } | MentionToken | TagToken;

interface MentionToken {
  kind: "mention";
  text: string;
  /** In lower case, as handles are stored. */
  handle: string;
}

interface TagToken {
  kind: "tag";
  text: string;
  /** What its spellings have in common: `#Straße` and `＃STRASSE` are `strasse`. */
  tag: string;
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
/** Where the sign of a hashtag stands. */
const HASH_SIGN = `(?<!${IN_WORD.source})(?<![-./@#＃&=:])[#＃]`;
const MAX_TAG = 50;
/** A hashtag has a letter or `_`, and does not begin with a mark, which would combine with its sign. */
const NAME = `(?!\\p{M})(?=[\\p{N}\\p{M}]*[\\p{L}_])(?:${IN_WORD.source}){1,${MAX_TAG}}`;
const TAG = new RegExp(`${HASH_SIGN}${NAME}(?!${IN_WORD.source})`, "uy");
const FOLDED_NAME = new RegExp(`^${NAME}$`, "u");
/** What may become a mention or a hashtag. Somebody may begin with a name instead of a handle. */
const BEGUN = new RegExp(
  `(?:${AT_SIGN}(?:${IN_WORD.source}){1,30}|${HASH_SIGN}(?:${IN_WORD.source}){1,${MAX_TAG}})$`,
  "u",
);
/** Our own pages, by their path alone. */
const PATH =
  /(?<![^\s("“])\/(?:builds|blog|news|posts|users|tags|leaderboards|coins|rooms|docs)(?![\w-])(?:\/[\w-]+)*/iy;

/** Every kind of token. */
const GRAMMAR: Record<Kind, Grammar> = {
  code: { sign: "`", endOf: endOfMatch(CODE) },
  link: { sign: "https?://", endOf: endOfLink },
  mention: { sign: "@", endOf: endOfMatch(MENTION) },
  tag: { sign: "[#＃]", endOf: endOfMatch(TAG) },
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
    if (kind === "mention") return { kind, text, handle: text.slice(1).toLowerCase() };
    if (kind !== "tag") return { kind, text };
    const tag = tagOf(text.slice(1));
    return tag === undefined ? undefined : { kind, text, tag };
  }
  return undefined;
}

/**
 * Returns what all spellings of a hashtag have in common, of its name without the sign; undefined if it is none. A few
 * characters fold to what a hashtag cannot have, such as spaces.
 */
export function tagOf(name: string): string | undefined {
  const tag = fold(name);
  return FOLDED_NAME.test(tag) ? tag : undefined;
}

function endOfMatch(pattern: RegExp): Grammar["endOf"] {
  return (content, start) => {
    pattern.lastIndex = start;
    return pattern.test(content) ? pattern.lastIndex : undefined;
  };
}

/** A mention or hashtag that is being typed: its sign and what follows up to the caret. */
export interface BegunName {
  start: number;
  text: string;
}

/** Returns the mention or hashtag that ends at the caret, finished or not, outside code and links. */
export function begunName(content: string, caret: number): BegunName | undefined {
  // Each of its characters may be two units, and what stands before the sign decides as well.
  const near = content.slice(Math.max(0, caret - 2 * MAX_TAG - 4), caret);
  const text = BEGUN.exec(near)?.[0];
  if (text === undefined) return undefined;
  const start = caret - text.length;
  let end = 0;
  for (const token of tokenize(content)) {
    end += token.text.length;
    if (end > start) return token.kind === "code" || token.kind === "link" ? undefined : { start, text };
  }
  return undefined;
}
