import { expect, test } from "vitest";
import { press, SECOND_KEY_MS, SHORTCUTS } from "@/components/shortcuts/shortcuts";

const all = Object.values(SHORTCUTS).flat();

test("no two actions share keys, and no key both acts and starts a sequence", () => {
  const keys = all.map((shortcut) => shortcut.keys.join(" "));
  expect(new Set(keys).size).toBe(keys.length);
  for (const one of keys.filter((key) => !key.includes(" ")))
    expect(keys.filter((key) => key.startsWith(`${one} `))).toEqual([]);
});

test.each(all)("$keys: $words", ({ keys: [one, two], action }) => {
  const first = press(null, one, 0);
  if (two === undefined) expect(first).toEqual({ action, first: null });
  else {
    expect(first).toEqual({ first: { key: one, at: 0 } });
    expect(press(first.first, two, SECOND_KEY_MS)).toEqual({ action, first: null });
  }
});

test("a second key that comes too late starts anew", () => {
  expect(press({ key: "g", at: 0 }, "n", SECOND_KEY_MS + 1)).toEqual({ action: { do: "write" }, first: null });
});

test("an unknown key resets the sequence", () => {
  expect(press({ key: "g", at: 0 }, "x", 10)).toEqual({ first: null });
  expect(press(null, "x", 0)).toEqual({ first: null });
});
