import fc from "fast-check";
import { expect, test } from "vitest";
import { textParts } from "@/components/posts/text-parts";
import { findMentions } from "@/lib/domain/kernel/mentions";
import { tokenize } from "@/lib/domain/kernel/text/tokens";
import { database } from "@/lib/infra/database/db";
import { newPerson } from "@/tests/support/people";
import { attempts, RANDOM } from "@/tests/support/random";

const NAMED = "somebody_named";

/** What people, and those who try, put beside one another. */
const PIECES = [
  ...["a", "É", "é", "あ", "1", "_", " ", "\n", "\t", "。", "、", "「", "」", "（", "）", "’", "“", "”", "…", "\u200B"],
  ...["\u202E", "\u0301", "\uFE0F", "❤️", "👩‍👧", "🇦🇹", "\u2066", "\u00AD", "\uFFFF", "\u{1F600}", "\u212A", "ſ"],
  ...["`", "``", "@", "#", "＃", "/", "//", ":", ".", "-", "&", "=", "(", ")", "[", "]", "{", "}", "<", "*", "~", '"'],
  ...[
    "http://",
    "https://",
    "HTTPS://",
    "a.example",
    "user:pass@a.example",
    ":8080",
    "/posts",
    "/builds/abacus",
    "?q=",
  ],
  ...[`@${NAMED}`, `@${NAMED.toUpperCase()}`, NAMED, "@nobody", "@ab"],
];
const text = fc
  .array(fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...PIECES) }, fc.string({ unit: "binary", maxLength: 3 })), {
    maxLength: 24,
  })
  .map((pieces) => pieces.join(""));

test("every character of a text is in exactly one token", () => {
  fc.assert(
    fc.property(text, (content) => {
      const tokens = tokenize(content);
      expect(tokens.map((token) => token.text).join("")).toBe(content);
      expect(tokens.every((token) => token.text !== "")).toBe(true);
    }),
    { numRuns: attempts({ few: 2_000, many: 100_000 }), ...RANDOM },
  );
});

test("a link begins with its scheme, can be parsed, and contains nothing that reorders text", () => {
  fc.assert(
    fc.property(text, (content) => {
      for (const { kind, text: link } of tokenize(content).filter((token) => token.kind === "link")) {
        expect(link, kind).toMatch(/^https?:\/\/[^\s\p{Cc}\p{Bidi_Control}]+$/iu);
        expect(new URL(link).username).toBe("");
      }
    }),
    { numRuns: attempts({ few: 2_000, many: 100_000 }), ...RANDOM },
  );
});

test("who is shown as mentioned is who is notified", async () => {
  const author = await newPerson();
  const { actor } = await newPerson();
  await database().prisma.user.update({ where: { id: actor.id }, data: { handle: NAMED } });
  let mentions = 0;
  const property = fc.asyncProperty(text, async (content) => {
    const notified = (await findMentions(author, content)) ?? {};
    // The people by id, in place of their current handles.
    const shown = textParts(content, notified).flatMap((part) => (part.kind === "mention" ? part.handle : []));
    expect(new Set(shown)).toEqual(new Set(Object.values(notified)));
    mentions += shown.length;
  });
  await fc.assert(property, { numRuns: attempts({ few: 150, many: 3_000 }), ...RANDOM });
  expect(mentions).toBeGreaterThan(0);
});

test("a text of any shape is split in linear time", () => {
  for (const piece of [
    "`",
    "@",
    "/",
    "https://",
    "https://a/",
    "https://a.",
    "https://a/(",
    "@abc",
    "(((https://a/)))",
    "http://a@",
  ]) {
    const content = piece.repeat(200_000 / piece.length);
    expect(
      tokenize(content)
        .map((token) => token.text)
        .join(""),
    ).toHaveLength(content.length);
  }
});
