import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  bytesOf,
  enveloped,
  MAX_RESULT_BYTES,
  plainJson,
  itemsThatFit,
  type Shortened,
  shortened,
} from "@/lib/mcp/envelope";
import { dataIn } from "@/tests/support/mcp-client";
import { HOSTILE, partsOf } from "./hostile-words";

describe("the fence of a result", () => {
  const anything = fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: "binary" }), fc.string());
  const results = fc.dictionary(fc.constantFrom("content", "name", "preview", "readme"), anything);

  test("contains all that other people wrote on one line, whatever it is", () => {
    fc.assert(
      fc.property(results, (result) => {
        const { text } = enveloped("posts_get", result, ["There is more."]).content[0]!;
        const { mark, before, inside, after } = partsOf(text);
        expect(inside).toHaveLength(1);
        expect(JSON.parse(inside[0]!)).toEqual({ from: [], result: JSON.parse(JSON.stringify(result)) as unknown });
        expect(text.split(mark)).toHaveLength(4);
        expect(before).toEqual([
          expect.stringMatching(/^Result of posts_get, between the two lines with [0-9a-f]{24}\./),
        ]);
        expect(after).toEqual(["There is more."]);
      }),
    );
  });

  test("escapes markup, bidirectional controls and invisible characters", () => {
    const shown = plainJson(HOSTILE);
    expect(shown).not.toMatch(/[<>\n\r\u0000-\u001f\u007f-\u009f\u200b\u2028-\u202e\u2060-\u206f\ufeff]/);
    expect(shown).not.toMatch(/[\u{e0000}-\u{e0fff}]/u);
    expect(JSON.parse(shown)).toEqual(HOSTILE);
  });

  test("leaves letters, emoji and their joiners as they are", () => {
    expect(plainJson("Grüße 👩‍👩‍👧 ❤️ مرحبا می‌خواهم")).toBe('"Grüße 👩‍👩‍👧 ❤️ مرحبا می‌خواهم"');
  });

  test("has a different marker each time", () => {
    const mark = () => partsOf(enveloped("posts_get", {}).content[0]!.text).mark;
    expect(new Set(Array.from({ length: 100 }, mark)).size).toBe(100);
  });

  test("names the authors of everything in it", () => {
    const comments = {
      data: [{ author: { handle: "ada" } }, { author: { handle: "ben" } }, { author: { handle: "ada" } }],
    };
    expect(dataIn(enveloped("engagement_list_comments", comments).content[0]!.text).from).toEqual(["@ada", "@ben"]);
  });
});

describe("a result that is too large", () => {
  test("keeps as many items of a page as fit, and at least one", () => {
    const page = (bytes: number, items: number) => ({
      data: Array.from({ length: items }, () => ({ content: "x".repeat(bytes) })),
      nextCursor: "next",
    });
    expect(itemsThatFit(page(100, 50))).toBeUndefined();
    const fitting = itemsThatFit(page(5000, 50))!;
    expect(bytesOf(page(5000, fitting))).toBeLessThanOrEqual(MAX_RESULT_BYTES);
    expect(bytesOf(page(5000, fitting + 1))).toBeGreaterThan(MAX_RESULT_BYTES);
    expect(itemsThatFit(page(100_000, 50))).toBe(1);
  });

  test("can be read completely in parts, without breaking a character", () => {
    const readme = "💥".repeat(3) + "👩‍👧 <b>\u202ex".repeat(9000);
    let read = "";
    for (let from: number | undefined = 0, parts = 0; from !== undefined && parts < 100; parts++) {
      const { value, textLength }: Shortened = shortened({ slug: "a-build", readme }, from);
      expect(bytesOf(value)).toBeLessThanOrEqual(MAX_RESULT_BYTES);
      const part = (value as { readme: string }).readme;
      expect(part.isWellFormed()).toBe(true);
      read += part;
      from = textLength === undefined ? undefined : from + textLength;
    }
    expect(read).toBe(readme);
  });

  test("fits, whatever it consists of", () => {
    const leaf = fc.oneof(
      fc.string(),
      fc.integer(),
      fc.string().map((text) => text.repeat(3000)),
    );
    const value = fc.array(fc.dictionary(fc.constantFrom("a", "b"), fc.array(leaf, { maxLength: 12 })), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(value, (any) => bytesOf(shortened(any).value) <= MAX_RESULT_BYTES),
      { numRuns: 30 },
    );
    expect(bytesOf(shortened(Array.from({ length: 20_000 }, (_, n) => ({ n }))).value)).toBeLessThanOrEqual(
      MAX_RESULT_BYTES,
    );
  });
});
