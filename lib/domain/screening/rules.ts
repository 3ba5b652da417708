/** Our choices: muted words of one account, and the length of each in characters. */
export const MAX_MUTED_WORDS = 200;
export const PHRASE_LENGTH = { min: 1, max: 60 };

/** Characters that are not seen: joiners, selectors, soft hyphens. With them a word could be written past its mute. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}+/gu;

/** An apostrophe between letters belongs to their word; any other is punctuation. */
const LOOSE_APOSTROPHE = /(?<![\p{L}\p{N}])'|'(?![\p{L}\p{N}])/gu;

/** What stands between words: anything but letters, digits, marks, and symbols such as emoji. */
const GAP = /[^\p{L}\p{M}\p{N}\p{S}']+/gu;

/** Most texts are plain: only case and gaps have to be looked at, which takes a fraction of the time. */
const NOT_PLAIN = /\P{ASCII}/u;
const PLAIN_GAP = /[^a-z0-9$+<=>^`|~']+/g;

/**
 * Returns a text, or a phrase, as both are compared: without case or compatibility forms (`Ｓtraße` is `strasse`), and
 * with one space wherever something stands between two words. Empty if there is no word in it. Takes linear time.
 */
export function foldText(text: string): string {
  if (!NOT_PLAIN.test(text)) return foldPlain(text);
  // Upper case first: it has one form where lower case has several, such as the two small sigmas.
  return text
    .normalize("NFKC")
    .toUpperCase()
    .toLowerCase()
    .normalize("NFKC")
    .replaceAll("ς", "σ")
    .replaceAll("’", "'")
    .replace(UNSEEN, "")
    .replace(LOOSE_APOSTROPHE, " ")
    .replace(GAP, " ")
    .trim();
}

function foldPlain(text: string): string {
  const lower = text.toLowerCase();
  return (lower.includes("'") ? lower.replace(LOOSE_APOSTROPHE, " ") : lower).replace(PLAIN_GAP, " ").trim();
}

export interface FoldedPhrase {
  folded: string;
  /** Null for ever. */
  until: Date | null;
}

/**
 * Phrases as a tree of their characters, so that a text is read once for all of them: each place of a text costs at
 * most the length of the longest phrase.
 */
export interface PhraseTree {
  /** From a node and a character to the next node. The root is node 0. */
  next: ReadonlyMap<number, number>;
  /** By the node where a phrase ends, until when it applies. */
  ends: ReadonlyMap<number, number>;
}

/** A node and a UTF-16 code unit as one number. */
const step = (node: number, code: number) => node * 0x10000 + code;

export function growTree(phrases: readonly FoldedPhrase[]): PhraseTree {
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

/** Whether a text contains one of the phrases as whole words. Takes time linear in the text. */
export function containsPhrase(text: string, { next, ends }: PhraseTree, now: Date): boolean {
  if (ends.size === 0 || text === "") return false;
  const folded = foldText(text);
  for (let start = 0; start < folded.length; start++) {
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

/** Of apostrophes, only those within words are left in a folded text. */
const IN_WORD = /[\p{L}\p{M}\p{N}']/u;
const POSSESSIVE = /^'s(?![\p{L}\p{N}])/u;
const MARK = /^\p{M}/u;

/** Letters of scripts that set no spaces between words: there, a phrase is found wherever its letters are. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}\p{Script=Javanese}\p{Script=Balinese}ー]/u;

/** In Korean, particles follow a word without a space. */
const HANGUL = /\p{Script=Hangul}/u;

function beginsWord(text: string, at: number): boolean {
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
