import { expect, test } from "vitest";
import { begunName } from "@/lib/domain/kernel/text/tokens";

/** The caret stands at the bar. */
function begunIn(typed: string): string | undefined {
  return begunName(typed.replace("|", ""), typed.indexOf("|"))?.text;
}

test.each([
  ["@a|", "@a"],
  ["Ask @ad| about it", "@ad"],
  ["(@ada_l|", "@ada_l"],
  ["two of them: @ada @gr|", "@gr"],
  ["by name: @Гра|", "@Гра"],
  ["その人は @さくら|", "@さくら"],
  ["on the next line\n@g|", "@g"],
])("a mention is begun in %j", (typed, text) => {
  expect(begunIn(typed)).toBe(text);
});

test.each([
  ["nothing yet @|"],
  ["ada@ex|"],
  ["жanna@ex|"],
  ["https://example.com/@ad|"],
  ["in code `@ad|`"],
  ["@ada |"],
  ["@ada.x|"],
  [`@${"a".repeat(31)}|`],
])("none is begun in %j", (typed) => {
  expect(begunIn(typed)).toBeUndefined();
});
