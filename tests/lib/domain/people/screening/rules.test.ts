import { describe, expect, test } from "vitest";
import { buildTree, containsPhrase, foldText, PHRASE_LENGTH } from "@/lib/domain/people/screening/rules";

const NOW = new Date("2026-11-22T12:00:00Z");

function contains(text: string, ...phrases: string[]): boolean {
  return containsPhrase(text, buildTree(phrases.map((phrase) => ({ folded: foldText(phrase), until: null }))), NOW);
}

describe("a muted word is found", () => {
  test.each([
    ["in any case", "So much SPOILERS here", "spoilers"],
    ["in capitals that are several letters", "Viel STRASSE", "straße"],
    ["with either small sigma", "Ο ΚΟΣΜΟΣ όλος", "κοσμος".replace("ς", "σ")],
    ["in compatibility forms", "ｓｐｏｉｌｅｒ ﬁnal", "spoiler"],
    ["in composed and decomposed letters", "un cafe\u0301 noir", "café"],
    ["beside punctuation", "(crypto!)", "crypto"],
    ["as a hashtag or a mention", "#crypto @crypto", "#Crypto"],
    ["past invisible characters", "cry\u200Bp\u00ADto", "crypto"],
    ["as an emoji of another skin", "well 👍🏽", "👍"],
    ["as an emoji between letters", "so❤️so", "❤"],
    ["with an apostrophe of either kind", "I won’t", "won't"],
    ["before the s of a possessive", "the quince’s colour", "quince"],
    ["in quotation marks", "they said 'crypto'", "crypto"],
    ["in Cyrillic", "Новый спойлер.", "СПОЙЛЕР"],
    ["in Arabic", "هذا خبر جديد", "خبر"],
    ["in Hindi, whole", "यह हिन्दी है", "हिन्दी"],
    ["in Japanese", "昨日東京で映画を見た", "東京"],
    ["in katakana within a longer word", "ネタバレコーナー", "ネタバレ"],
    ["in Chinese", "我不想看剧透的帖子", "剧透"],
    ["in Thai", "ฉันไม่อยากอ่านสปอยล์หนัง", "สปอยล์"],
    ["in Korean before a particle", "스포일러가 있어요", "스포일러"],
    ["as a phrase over punctuation and lines", "the red,\n\n wedding", "Red Wedding"],
    ["as one of many", "nothing but quinces", "medlar", "quince", "quinces"],
    ["beyond the basic plane", "the 𝒜𝓃𝓉 and 🦊", "🦊"],
  ])("%s", (_how, text, ...phrases) => expect(contains(text, ...phrases)).toBe(true));
});

describe("a muted word is not found", () => {
  test.each([
    ["within a longer word", "catalogue concat", "cat"],
    ["at the beginning of one", "creamy", "cream"],
    ["in a word with an apostrophe", "it can't be", "can"],
    ["in a word that begins with another and an apostrophe", "quince'set", "quince"],
    ["before a mark of its last letter", "cafe\u0301s", "caf"],
    ["in Hindi, as a part of a syllable", "हिन्दी", "ह"],
    ["in Korean, within a word", "안녕하세요", "하세요"],
    ["in another order", "wedding red", "red wedding"],
    ["over a word between", "red big wedding", "red wedding"],
    ["in nothing", "", "cat"],
  ])("%s", (_how, text, ...phrases) => expect(contains(text, ...phrases)).toBe(false));
});

test("an ASCII text is folded the same way alone as within any other text", () => {
  const ascii = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));
  const texts = ascii.flatMap((first) => ascii.map((second) => `A${first}${second}b`));
  expect(texts.filter((text) => `${foldText(text)} é` !== foldText(`${text} é`))).toEqual([]);
});

test("a phrase of punctuation alone folds to nothing", () => {
  for (const phrase of ["!?", " … ", "'", "\u200B"]) expect(foldText(phrase)).toBe("");
});

test("a phrase applies until it expires", () => {
  const tree = buildTree([{ folded: "quince", until: NOW }]);
  expect(containsPhrase("a quince", tree, new Date(NOW.getTime() - 1))).toBe(true);
  expect(containsPhrase("a quince", tree, NOW)).toBe(false);
});

test("a phrase that expired does not hide a longer one", () => {
  const tree = buildTree([
    { folded: "red", until: NOW },
    { folded: "red wedding", until: null },
  ]);
  expect(containsPhrase("a red wedding", tree, NOW)).toBe(true);
});

/** Counts how many characters of a phrase tree are looked up, which does not depend on the machine. */
function stepsOf(text: string, phrases: string[]): number {
  const tree = buildTree(phrases.map((phrase) => ({ folded: foldText(phrase), until: NOW })));
  let steps = 0;
  const next: Pick<ReadonlyMap<number, number>, "get"> = { get: (key) => (steps++, tree.next.get(key)) };
  containsPhrase(text, { ...tree, next: next as ReadonlyMap<number, number> }, NOW);
  return steps;
}

test.each([
  ["one letter", "a", (n: number) => "a".repeat(n)],
  ["letters without spaces between words", "あ", (n: number) => "あ".repeat(n)],
  ["words of one letter", "a ", (n: number) => "a ".repeat(n)],
  ["letters and marks", "a\u0301\u0302", (n: number) => "a\u0301\u0302".repeat(n)],
  ["apostrophes", "a'", (n: number) => "a'".repeat(n)],
])("takes time linear in a text of %s, however many phrases begin alike", (_what, unit, text) => {
  const phrases = Array.from({ length: PHRASE_LENGTH.max }, (_, n) => unit.repeat(n + 1).slice(0, PHRASE_LENGTH.max));
  const [short, long] = [stepsOf(text(1_000), phrases), stepsOf(text(4_000), phrases)];
  expect(long).toBeLessThan(short * 4.2 + PHRASE_LENGTH.max);
  expect(long).toBeLessThanOrEqual(4_000 * unit.length * (PHRASE_LENGTH.max + 1));
});
