import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { attempts, RANDOM } from "@/tests/support/random";
import { longDocument, smallDocument } from "./grammar";
import { render } from "@/lib/domain/writing/markdown/rendering";
import { tokenize } from "@/lib/domain/kernel/text/tokens";
import { judge } from "./judge";

/** `npm run proof -- --only markdown` runs 20,000 documents and measures their memory. */
const SMALL = attempts({ few: 150, many: 3_000 });
const LONG = attempts({ few: 1, many: 12 });

describe("any document becomes safe HTML within the limits, or is rejected by the limit that it exceeds:", () => {
  test("small documents in the whole grammar, nearly all of which are rendered", async () => {
    let rendered = 0;
    await fc.assert(
      fc.asyncProperty(smallDocument, async (source) => {
        if ((await judge(source)) === "rendered") rendered++;
      }),
      { ...RANDOM, numRuns: SMALL },
    );
    expect(rendered).toBeGreaterThan(SMALL / 2);
  }, 180_000);

  test("documents as long as they may be", async () => {
    for (const source of fc.sample(longDocument, { ...RANDOM, numRuns: LONG })) await judge(source);
  }, 180_000);
});

/** What surrounds addresses, and means nothing in Markdown. */
const PIECES = [
  "https://",
  "HTTP://",
  "a.example",
  "/b",
  "?c=1",
  "é",
  "、",
  "。",
  "’",
  "»",
  "(",
  ")",
  ".",
  ",",
  ":",
  "@",
  " ",
];

test("any text has the same links as in a post", async () => {
  const text = fc.array(fc.constantFrom(...PIECES), { maxLength: 20 }).map((pieces) => `x ${pieces.join("")} x`);
  await fc.assert(
    fc.asyncProperty(text, async (source) => {
      // A mention may begin an address, and a document mentions nobody.
      fc.pre(tokenize(source).every(({ kind }) => kind !== "mention"));
      const { html } = await render({ source }, { owner: "somebody" });
      // Nor is a document rendered if the machine is so busy that it takes too long.
      fc.pre(html !== undefined);
      const links = Array.from(html.matchAll(/<a [^>]*>([^<]*)/g), ([, link]) => link);
      expect(links).toEqual(tokenize(source).flatMap(({ kind, text }) => (kind === "link" ? [text] : [])));
    }),
    { ...RANDOM, numRuns: SMALL },
  );
}, 180_000);
