import { expect, test } from "vitest";
import { isKey } from "@/lib/client/key-press";

const press = { key: "Enter", keyCode: 13 };

test("a key counts as pressed, in events of the DOM and of React", () => {
  expect(isKey({ ...press, isComposing: false }, "Enter")).toBe(true);
  expect(isKey({ ...press, nativeEvent: { isComposing: false } }, "Enter")).toBe(true);
  expect(isKey(press, "Escape")).toBe(false);
});

test.each([
  ["a composition", { ...press, isComposing: true }],
  ["a composition in React", { ...press, nativeEvent: { isComposing: true } }],
  ["the end of a composition in Safari", { ...press, keyCode: 229, isComposing: false }],
])("a key of an input method does not count: %s", (_, event) => {
  expect(isKey(event, "Enter")).toBe(false);
});
