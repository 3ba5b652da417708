import { expect, test } from "vitest";
import { overflowOf } from "@/components/writing/overflow";

test.each([
  ["of a text within the limit", "four", undefined],
  ["of a text of emoji within it", "🎲🎲🎲🎲", undefined],
  ["after the last character that fits", "fourfive", "five"],
  ["counts an emoji as one character", "🎲🎲🎲🎲🪙", "🪙"],
  ["without white space around it, which does not count", "  four five \n", " five"],
] as const)("the overflow %s", (_, content, over) => {
  const { start, end } = overflowOf(content, 4) ?? { start: 0, end: 0 };
  expect(content.slice(start, end)).toBe(over ?? "");
});
