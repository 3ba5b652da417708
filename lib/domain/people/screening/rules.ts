import { fold } from "@/lib/domain/kernel/text/folding";
import { tokenize } from "@/lib/domain/kernel/text/tokens";

/** Muted words of one account, and the length of each in characters (docs/contract.md#muted-words). */
export const MAX_MUTED_WORDS = 200;
export const PHRASE_LENGTH = { min: 1, max: 60 };

/** Invisible characters: joiners, soft hyphens. They would disguise a muted word. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}+/gu;

/** An apostrophe between letters belongs to their word; any other is punctuation. */
const LOOSE_APOSTROPHE = /(?<![\p{L}\p{N}])'|'(?![\p{L}\p{N}])/gu;

/** A gap between words: anything but letters, digits, marks, and symbols such as emoji. */
const GAP = /[^\p{L}\p{M}\p{N}\p{S}']+/gu;

/** Most texts are ASCII, where folding case and gaps suffices, in a fraction of the time. */
const NOT_PLAIN = /\P{ASCII}/u;
const PLAIN_GAP = /[^a-z0-9$+<=>^`|~']{2,}|[^a-z0-9$+<=>^`|~' ]/g;

/**
 * Folds a text or phrase for comparison, and replaces gaps between words with one space. Empty if there is no word in
 * it. Takes linear time.
 */
export function foldText(text: string): string {
  if (!NOT_PLAIN.test(text)) return foldPlain(text);
  return fold(text).replaceAll("’", "'").replace(UNSEEN, "").replace(LOOSE_APOSTROPHE, " ").replace(GAP, " ").trim();
}

function foldPlain(text: string): string {
  const lower = text.toLowerCase();
  return (lower.includes("'") ? lower.replace(LOOSE_APOSTROPHE, " ") : lower).replace(PLAIN_GAP, " ").trim();
}

/** Folds a word or phrase that is muted. A hashtag alone keeps its sign, and matches that hashtag and no word. */
export function foldPhrase(phrase: string): string {
  const [token, ...more] = tokenize(phrase.trim());
  return token?.kind === "tag" && more.length === 0 ? `#${token.tag}` : foldText(phrase);
}

export interface FoldedPhrase {
  folded: string;
  /** Null if it never expires. */
  until: Date | null;
}

/** A trie: one pass over a text checks all phrases. Each position costs at most the length of the longest one. */
export interface PhraseTree {
  /** Maps a node and a character to the next node. The root is node 0. */
  next: ReadonlyMap<number, number>;
  /** When each phrase expires, by the node of its last character. */
  ends: ReadonlyMap<number, number>;
}

/** A node and a UTF-16 code unit as one number. */
const step = (node: number, code: number) => node * 0x10000 + code;

export function buildTree(phrases: readonly FoldedPhrase[]): PhraseTree {
  const next = new Map<number, number>();
  const ends = new Map<number, number>();
  let nodes = 0;
  for (const { folded, until } of phrases) {
    let node = 0;
    for (let at = 0; at < folded.length; at++) {
      const key = step(node, folded.charCodeAt(at));
      node = next.get(key) ?? ++nodes;
      next.set(key, node);
    }
    ends.set(node, until?.getTime() ?? Infinity);
  }
  return { next, ends };
}

/** Whether a text contains one of the phrases as whole words, or as a hashtag. Takes time linear in the text. */
export function containsPhrase(text: string, tree: PhraseTree, now: Date): boolean {
  const { next, ends } = tree;
  if (ends.size === 0 || text === "") return false;
  if (next.get(HASHTAG) !== undefined && containsTag(text, tree, now)) return true;
  const folded = foldText(text);
  for (let start = 0; start < folded.length; start++) {
    // Most positions are within a word, which is cheap to see without a pattern.
    if (isPlainWord(folded, start - 1) && isPlainWord(folded, start)) continue;
    let node = next.get(step(0, folded.charCodeAt(start)));
    if (node === undefined || !beginsWord(folded, start)) continue;
    for (let at = start + 1; node !== undefined; at++) {
      const until = ends.get(node);
      if (until !== undefined && until > now.getTime() && endsWord(folded, at)) return true;
      if (at === folded.length) break;
      node = next.get(step(node, folded.charCodeAt(at)));
    }
  }
  return false;
}

/** The step of every phrase that is a hashtag: folded text has no such sign. */
const HASHTAG = step(0, "#".charCodeAt(0));

function containsTag(text: string, { next, ends }: PhraseTree, now: Date): boolean {
  return tokenize(text).some((token) => {
    if (token.kind !== "tag") return false;
    let node = next.get(HASHTAG);
    for (let at = 0; node !== undefined && at < token.tag.length; at++)
      node = next.get(step(node, token.tag.charCodeAt(at)));
    return node !== undefined && (ends.get(node) ?? 0) > now.getTime();
  });
}

/** Whether there is an ASCII letter or digit at a position of a folded text. */
function isPlainWord(folded: string, at: number): boolean {
  const code = folded.charCodeAt(at);
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57);
}

/** In a folded text, apostrophes only remain within words. */
const IN_WORD = /[\p{L}\p{M}\p{N}']/u;
const POSSESSIVE = /^'s(?![\p{L}\p{N}])/u;
const MARK = /^\p{M}/u;

/** Letters of scripts without spaces between words, where a phrase matches anywhere. */
export const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}\p{Script=Javanese}\p{Script=Balinese}\u30FC]/u;

/** In Korean, particles follow a word without a space. */
const HANGUL = /\p{Script=Hangul}/u;

function beginsWord(text: string, at: number): boolean {
  if (isPlainWord(text, at) && (at === 0 || text.charAt(at - 1) === " ")) return true;
  const [before, after] = [characterBefore(text, at), characterAt(text, at)];
  if (MARK.test(after)) return before === "" || !IN_WORD.test(before);
  return !(IN_WORD.test(before) && IN_WORD.test(after)) || UNSPACED.test(before) || UNSPACED.test(after);
}

function endsWord(text: string, at: number): boolean {
  const [before, after] = [characterBefore(text, at), characterAt(text, at)];
  if (MARK.test(after)) return !IN_WORD.test(before);
  if (after === "'" && POSSESSIVE.test(text.slice(at, at + 4))) return true;
  return (
    !(IN_WORD.test(before) && IN_WORD.test(after)) ||
    UNSPACED.test(before) ||
    UNSPACED.test(after) ||
    (HANGUL.test(before) && HANGUL.test(after))
  );
}

function characterAt(text: string, at: number): string {
  const code = text.codePointAt(at);
  return code === undefined ? "" : String.fromCodePoint(code);
}

function characterBefore(text: string, at: number): string {
  const isPair = at > 1 && /[\uDC00-\uDFFF]/.test(text.charAt(at - 1));
  return text.slice(isPair ? at - 2 : at - 1, at);
}
